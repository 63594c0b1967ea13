#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>

#include "app/command.hpp"
#include "app/interrupt.hpp"
#include "app/loaded_plugins.hpp"
#include "app/machine_file.hpp"
#include "app/profile.hpp"
#include "app/progress.hpp"
#include "app/reproduce.hpp"
#include "app/run_request.hpp"
#include "app/self_comparison.hpp"
#include "app/tally.hpp"
#include "app/training_data.hpp"
#include "base/units.hpp"
#include "harness/machine.hpp"
#include "plan/expand.hpp"
#include "reports/report.hpp"
#include "store/store.hpp"
#include "worker/sweep.hpp"
#include "worker/training_sweep.hpp"

namespace sweepmark::host {
namespace {

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

// One run from request to report.
class RunCommand {
 public:
  RunCommand(RunRequest& request, std::vector<std::string> arguments)
      : request_(request), arguments_(std::move(arguments)) {}

  ExitCode run() {
    if (!request_.resume.empty()) read_resumed();
    plan_ = resumed_ ? parse_plan(resumed_->header.plan_text, request_.resume) : plan_of(request_);
    plan_.text = to_toml(plan_);
    plugins_ = load_plugins(request_.plugins, request_.in_process);
    if (!request_.quiet) warn_refused(plugins_);
    expand_cases();
    if (request_.list) return list();
    if (request_.dry_run) return dry_run();
    if (request_.profile)
      return profile_cases(expanded_.cases, plugins_.catalog) ? ExitCode::ok : ExitCode::wrong;
    open_outputs();
    measure();
    return conclude();
  }

 private:
  void read_resumed() {
    resumed_ = read_run(request_.resume);
    request_.seed = resumed_->header.seed;
    done_ = finished_hashes(*resumed_);
    // What shaped the cases but is not in the plan: the filter of the first call.
    const auto& before = resumed_->header.arguments;
    for (std::size_t i = 0; i + 1 < before.size(); ++i)
      if (before[i] == "--filter" && request_.filter.empty()) request_.filter = before[i + 1];
  }

  void expand_cases() {
    expanded_ = expand(plan_, plugins_.catalog, {usable_cpus(), request_.seed});
    if (!request_.filter.empty()) keep_matching(expanded_, request_.filter);
    if (request_.aa) {
      if (!plan_.baseline) throw Error("--aa: the plan names no baseline; add --baseline KERNEL");
      add_twins(expanded_, plugins_.catalog, *plan_.baseline);
    }
    data_notes_ = resolve_data(expanded_, request_.data_folders);
    std::erase_if(expanded_.cases, [&](const auto& c) { return done_.contains(case_hash(c)); });
    std::erase_if(expanded_.training,
                  [&](const auto& c) { return done_.contains(training_hash(c)); });
    std::erase_if(expanded_.noise, [&](const auto& c) { return done_.contains(noise_hash(c)); });
  }

  std::size_t case_count() const {
    return expanded_.cases.size() + expanded_.training.size() + expanded_.noise.size();
  }

  ExitCode list() const {
    for (const auto& c : expanded_.cases) fmt::print("{}\n", case_id(c));
    for (const auto& c : expanded_.training) fmt::print("{}\n", training_id(c));
    for (const auto& c : expanded_.noise) fmt::print("{}\n", noise_id(c));
    return case_count() > 0 ? ExitCode::ok : ExitCode::nothing;
  }

  ExitCode dry_run() const {
    const double budget = budget_seconds();
    const auto runnable = static_cast<std::size_t>(
        std::count_if(expanded_.cases.begin(), expanded_.cases.end(), can_run) +
        std::count_if(expanded_.training.begin(), expanded_.training.end(), can_run) +
        std::count_if(expanded_.noise.begin(), expanded_.noise.end(), can_run));
    double likely = static_cast<double>(runnable) *
                    (std::min(budget, typical_case_seconds) + preparing_seconds);
    if (plan_.limits.time_budget_seconds)
      likely = std::min(likely, *plan_.limits.time_budget_seconds);
    fmt::print("{}: {} cases, {} to run, about {} (at most {} of sampling a case)\n", plan_.name,
               case_count(), runnable, format_duration(likely * 1e9),
               format_duration(budget * 1e9));
    for (const auto& note : expanded_.notes) fmt::print("note: {}\n", note);
    return case_count() > 0 ? ExitCode::ok : ExitCode::nothing;
  }

  double budget_seconds() const {
    return plan_.limits.budget_seconds.value_or(default_budget_seconds);
  }

  void open_outputs() {
    header_.version = version_text();
    header_.plan = plan_.name;
    header_.plan_text = plan_.text;
    header_.started = utc_now();
    header_.seed = request_.seed;
    header_.arguments = arguments_;
    header_.notes = data_notes_;
    header_.environment = probe_environment();
    header_.environment.gpus = devices_seen(plugins_.catalog);
    for (const auto& p : plugins_.catalog.plugins)
      if (p.accepted && !p.library.empty()) header_.environment.libraries[p.id] = p.library;
    header_.ceilings = load_ceilings(header_.environment);
    request_.exports.open();
    if (resumed_) {
      if (resumed_->header.environment.host != header_.environment.host)
        fmt::print(stderr, "warning: {} was measured on {}, this is {}\n", request_.resume,
                   resumed_->header.environment.host, header_.environment.host);
      store_ = StoreWriter::resume(request_.resume);
    } else {
      store_ = StoreWriter::create(request_.output.empty() ? default_store_path(header_)
                                                           : request_.output);
      store_->write(header_);
    }
  }

  void measure() {
    catch_interrupts();
    SweepOptions options;
    options.budget_seconds = budget_seconds();
    options.time_budget_seconds = plan_.limits.time_budget_seconds;
    options.environment = header_.environment;
    options.ceilings = header_.ceilings;
    options.rounds.seed = request_.seed;
    options.rounds.baseline = plan_.baseline;
    if (plan_.limits.min_samples) options.rounds.stop.min_samples = *plan_.limits.min_samples;
    if (plan_.limits.max_noise) options.rounds.stop.max_noise = *plan_.limits.max_noise;
    if (plan_.limits.timeout_seconds)
      options.rounds.timeout_seconds = *plan_.limits.timeout_seconds;
    options.reproduce = [&](const Case& c) { return reproduce_command(c, request_.plugins); };

    Progress progress(case_count(), request_.quiet);
    WorkerPool pool(request_.in_process);
    const auto sampled = [&](const std::string& id) { progress.sampled(id); };
    const auto finished = [&](const auto& record) {
      store_->write(record);
      progress.finished(log_line(record));
    };
    run_sweep(expanded_.cases, plugins_.catalog, pool, options, {finished, sampled, interrupted});
    TrainingSweepOptions training;
    training.rounds = options.rounds;
    training.budget_seconds = options.budget_seconds;
    training.reproduce = [&](const auto& c) { return reproduce_command(c, request_.plugins); };
    training.reproduce_noise = [&](const auto& c) {
      return reproduce_command(c, request_.plugins);
    };
    const TrainingSweepEvents events{finished, finished, sampled, interrupted};
    run_training_sweep(expanded_.training, plugins_.catalog, pool, training, events);
    run_noise_sweep(expanded_.noise, plugins_.catalog, pool, training, events);
  }

  ExitCode conclude() {
    RunFile run = read_run(store_->path());
    RunEnd end;
    end.complete = !interrupted();
    end.counts = count_outcomes(run);
    end.wall_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    store_->write(end);
    run.end = end;
    const auto against = comparison_with_baseline(run);
    request_.exports.write({run}, against ? &*against : nullptr);
    const bool stdout_taken = request_.exports.claims_standard_output();
    if (!request_.quiet && !stdout_taken)
      fmt::print("{}\n", render_table(run,
                                      {use_color(request_.color, STDOUT_FILENO),
                                       terminal_width(STDOUT_FILENO), request_.reproduce},
                                      against ? &*against : nullptr));
    fmt::print(stdout_taken ? stderr : stdout, "{}\n", store_->path());
    if (interrupted()) return ExitCode::interrupted;
    return worse_of(exit_code_of(end.counts), plugins_.exit_code());
  }

  std::optional<Comparison> comparison_with_baseline(const RunFile& run) const {
    // A plan's own baseline may be absent on this machine; one asked for must be there.
    if (!plan_.baseline) return std::nullopt;
    try {
      return compare_inside(run, *plan_.baseline, {});
    } catch (const Error&) {
      if (!request_.baseline.empty()) throw;
      return std::nullopt;
    }
  }

  static constexpr double default_budget_seconds = 10;
  static constexpr double typical_case_seconds = 0.8;
  static constexpr double preparing_seconds = 0.2;
  static constexpr auto can_run = [](const auto& c) { return !c.settled; };

  RunRequest& request_;
  std::vector<std::string> arguments_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::optional<RunFile> resumed_;
  std::set<std::string> done_;
  Plan plan_;
  LoadedPlugins plugins_;
  ExpandedPlan expanded_;
  std::vector<std::string> data_notes_;
  RunHeader header_;
  std::unique_ptr<StoreWriter> store_;
};

}  // namespace

void add_run(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("run", "measure a plan's cases and report");
  auto request = std::make_shared<RunRequest>();
  request->add_options(*command);
  command->callback([request, &invocation] {
    invocation.exit_code = RunCommand(*request, invocation.arguments).run();
  });
}

}  // namespace sweepmark::host
