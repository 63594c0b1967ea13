#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <future>
#include <thread>
#include <unordered_map>
#include <variant>

#include "base/error.hpp"
#include "base/text.hpp"
#include "record/json.hpp"
#include "store/google_benchmark.hpp"
#include "store/json_text.hpp"
#include "store/measurement_line.hpp"
#include "store/store.hpp"

namespace sweepmark::host {
namespace {

using Record =
    std::variant<std::monostate, RunHeader, Measurement, TrainingRecord, NoiseRecord, RunEnd>;

struct Line {
  std::string_view text;
  std::size_t number = 0;
};

Record record_from_json(const Json& json) {
  const auto found = json.find("record");
  const std::string kind =
      found != json.end() && found->is_string() ? found->get<std::string>() : "";
  if (kind == "measurement") return measurement_from_json(json);
  if (kind == "training") return training_record_from_json(json);
  if (kind == "noise") return noise_record_from_json(json);
  if (kind == "end") return run_end_from_json(json);
  if (kind == "run") {
    const int schema = json.value("schema", 0);
    if (schema != store_schema)
      throw Error(fmt::format("found schema {}, expected {}", schema, store_schema));
    return run_header_from_json(json);
  }
  throw Error(
      fmt::format("found record '{}', expected run, measurement, training, noise or end", kind));
}

Record record_from_line(const Line& line, const std::string& file) {
  if (auto m = measurement_from_line(line.text)) return std::move(*m);
  const Json json = parse_json_text(line.text, file, line.number);
  try {
    return record_from_json(json);
  } catch (const Error& error) {
    throw Error(fmt::format("{}:{}:1: {}", file, line.number, error.what()));
  } catch (const nlohmann::json::exception& error) {
    throw Error(fmt::format("{}:{}:1: {}", file, line.number, error.what()));
  }
}

/// Records of the lines, in their order, parsed by all cores this process may use.
std::vector<Record> parse_lines(const std::vector<Line>& lines, const std::string& file) {
  std::vector<Record> records(lines.size());
  const std::size_t workers = std::clamp<std::size_t>(
      lines.size() / 64, 1, std::max(1U, std::thread::hardware_concurrency()));
  const auto parse_slice = [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) records[i] = record_from_line(lines[i], file);
  };
  std::vector<std::future<void>> slices;
  for (std::size_t w = 1; w < workers; ++w)
    slices.push_back(std::async(std::launch::async, parse_slice, lines.size() * w / workers,
                                lines.size() * (w + 1) / workers));
  parse_slice(0, lines.size() / workers);
  for (auto& slice : slices) slice.get();
  return records;
}

/// Collects records; of several with one hash the last counts, in the place of the first.
class RunBuilder {
 public:
  explicit RunBuilder(RunFile& run) : run_(run) {}

  void add(Record&& record) {
    std::visit([this](auto&& r) { take(std::forward<decltype(r)>(r)); }, std::move(record));
  }
  bool has_header() const { return has_header_; }

 private:
  void take(std::monostate&&) {}
  void take(RunHeader&& header) {
    run_.header = std::move(header);
    has_header_ = true;
  }
  void take(RunEnd&& end) { run_.end = std::move(end); }
  void take(Measurement&& m) { keep_last(run_.measurements, measurements_, std::move(m)); }
  void take(TrainingRecord&& t) { keep_last(run_.training, training_, std::move(t)); }
  void take(NoiseRecord&& n) { keep_last(run_.noise, noise_, std::move(n)); }

  using Places = std::unordered_map<std::string, std::size_t>;
  template <class R>
  static void keep_last(std::vector<R>& list, Places& places, R&& record) {
    const auto [place, added] = places.try_emplace(record.hash, list.size());
    if (added || record.hash.empty())
      list.push_back(std::move(record));
    else
      list[place->second] = std::move(record);
  }

  RunFile& run_;
  bool has_header_ = false;
  Places measurements_, training_, noise_;
};

/// Feeds a file to `take` in blocks of whole lines, so that memory holds one block at a time.
class LineBlocks {
 public:
  LineBlocks(const std::string& path, int descriptor) : path_(path), descriptor_(descriptor) {}

  /// The next block's lines (views into this object until the next call); empty at the end.
  std::vector<Line> next() {
    buffer_.erase(0, consumed_);
    consumed_ = 0;
    while (!at_end_ && (buffer_.size() < block_bytes || buffer_.rfind('\n') == std::string::npos))
      read_more();
    const auto last_break = buffer_.rfind('\n');
    consumed_ = at_end_ || last_break == std::string::npos ? buffer_.size() : last_break + 1;
    std::vector<Line> lines;
    for (std::size_t start = 0; start < consumed_;) {
      const auto end = std::min(buffer_.find('\n', start), consumed_);
      last_line_open_ = end == consumed_;
      const auto text = std::string_view(buffer_).substr(start, end - start);
      ++line_number_;
      if (!trim(text).empty()) lines.push_back({text, line_number_});
      start = end + 1;
    }
    return lines;
  }
  bool at_end() const { return at_end_; }
  bool last_line_open() const { return last_line_open_; }

 private:
  static constexpr std::size_t block_bytes = std::size_t{4} << 20;

  void read_more() {
    const std::size_t had = buffer_.size();
    buffer_.resize(had + block_bytes);
    const auto n = ::read(descriptor_, buffer_.data() + had, block_bytes);
    if (n < 0 && errno != EINTR) throw system_error(fmt::format("cannot read {}", path_), errno);
    buffer_.resize(had + static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    if (n == 0) at_end_ = true;
  }

  const std::string& path_;
  int descriptor_;
  std::string buffer_;
  std::size_t consumed_ = 0, line_number_ = 0;
  bool at_end_ = false, last_line_open_ = false;
};

RunFile read_store(const std::string& path, int descriptor) {
  RunFile run;
  run.path = path;
  RunBuilder builder(run);
  LineBlocks blocks(path, descriptor);
  for (auto lines = blocks.next(); !lines.empty(); lines = blocks.next()) {
    // Only a last line without its line break may be incomplete: the writer was killed in it.
    if (blocks.at_end() && blocks.last_line_open() && !Json::accept(lines.back().text)) {
      run.notes.push_back(
          fmt::format("{}:{}: the last line is cut and was dropped", path, lines.back().number));
      lines.pop_back();
    }
    for (auto& record : parse_lines(lines, path)) builder.add(std::move(record));
  }
  if (!builder.has_header())
    throw Error(fmt::format("{}:1:1: found no run record, expected one as the first line", path));
  return run;
}

/// {run, measurements, training, noise, end, ...}: what `report --json` prints.
RunFile read_export(const Json& json, const std::string& path) {
  RunFile run;
  run.path = path;
  RunBuilder builder(run);
  builder.add(record_from_json(json.at("run")));
  for (const char* list : {"measurements", "training", "noise"})
    if (const auto it = json.find(list); it != json.end())
      for (const auto& record : *it) builder.add(record_from_json(record));
  if (const auto end = json.find("end"); end != json.end() && end->is_object())
    builder.add(record_from_json(*end));
  return run;
}

RunFile read_json_document(const std::string& path, int descriptor) {
  std::string text;
  char block[1 << 16];
  for (ssize_t n; (n = ::read(descriptor, block, sizeof block)) != 0;) {
    if (n < 0 && errno != EINTR) throw system_error(fmt::format("cannot read {}", path), errno);
    if (n > 0) text.append(block, static_cast<std::size_t>(n));
  }
  if (trim(text).empty())
    throw Error(fmt::format(
        "{}:1:1: found an empty file ({} bytes), expected a Sweepmark run or Google Benchmark JSON",
        path, text.size()));
  const LenientText lenient = blank_non_finite_tokens(text);
  const Json json = parse_json_text(lenient.text, path);
  if (json.is_object() && json.contains("benchmarks"))
    return import_google_benchmark(json, path, lenient.tokens_blanked);
  try {
    if (json.is_object() && json.contains("run") && json.contains("measurements"))
      return read_export(json, path);
  } catch (const std::exception& error) {
    throw Error(fmt::format("{}: {}", path, error.what()));
  }
  throw Error(
      fmt::format("{}:1:1: found JSON without 'benchmarks' or 'run', expected a Sweepmark run "
                  "or Google Benchmark JSON",
                  path));
}

/// A store begins with its run record; anything else is one JSON document.
bool begins_like_store(int descriptor) {
  char head[64];
  const auto n = ::pread(descriptor, head, sizeof head, 0);
  const auto text = trim(std::string_view(head, static_cast<std::size_t>(std::max<ssize_t>(n, 0))));
  return text.starts_with(R"({"record")") || text.starts_with(R"({ "record")");
}

}  // namespace

RunFile read_run(const std::string& path) {
  struct Descriptor {
    int value;
    ~Descriptor() {
      if (value >= 0) ::close(value);
    }
  };
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.value < 0) throw system_error(fmt::format("cannot read {}", path), errno);
  struct stat status {};
  if (::fstat(file.value, &status) == 0 && S_ISDIR(status.st_mode))
    throw Error(fmt::format("cannot read {}: found a folder, expected a file", path));
  return begins_like_store(file.value) ? read_store(path, file.value)
                                       : read_json_document(path, file.value);
}

std::set<std::string> finished_hashes(const RunFile& run) {
  std::set<std::string> hashes;
  for (const auto& m : run.measurements)
    if (m.stopped_by != StoppedBy::interrupted) hashes.insert(m.hash);
  for (const auto& t : run.training) hashes.insert(t.hash);
  for (const auto& n : run.noise) hashes.insert(n.hash);
  return hashes;
}

}  // namespace sweepmark::host
