#include "record/json.hpp"
#include "record/json_fields.hpp"

namespace sweepmark::host {

Json to_json(const TrainingCase& c) {
  return {{"dataset", c.dataset},
          {"data_file", c.data_file},
          {"target", c.target},
          {"model", to_string(c.model)},
          {"dtype", to_string(c.dtype)},
          {"threads", c.threads},
          {"gradient", c.gradient},
          {"gradient_plugin", c.gradient_plugin},
          {"optimizer", c.optimizer},
          {"optimizer_plugin", c.optimizer_plugin},
          {"hyperparameters", to_json(c.hyperparameters)},
          {"batch_size", c.batch_size},
          {"accumulation", c.accumulation},
          {"duplicate", c.duplicate},
          {"sampler", to_string(c.sampler)},
          {"schedule", to_string(c.schedule)},
          {"warmup_epochs", c.warmup_epochs},
          {"planned_epochs", c.epochs},
          {"planned_steps", c.steps},
          {"evaluate_every", c.evaluate_every},
          {"targets", numbers(c.targets)},
          {"start", numbers(c.start)},
          {"whiten", c.whiten},
          {"distance_steps", c.distance_steps},
          {"seed", c.seed},
          {"settled", c.settled ? Json(to_string(*c.settled)) : Json(nullptr)},
          {"settled_reason", c.reason}};
}

TrainingCase training_case_from_json(const Json& json) {
  TrainingCase c;
  c.dataset = required<std::string>(json, "dataset");
  c.data_file = field_or<std::string>(json, "data_file", "");
  c.target = field_or<std::string>(json, "target", "");
  c.model = named_field(json, "model", parse_model);
  c.dtype = named_field(json, "dtype", parse_dtype);
  c.threads = field_or<int>(json, "threads", 1);
  c.gradient = required<std::string>(json, "gradient");
  c.gradient_plugin = field_or<std::string>(json, "gradient_plugin", "");
  c.optimizer = required<std::string>(json, "optimizer");
  c.optimizer_plugin = field_or<std::string>(json, "optimizer_plugin", "");
  c.hyperparameters = settings_from_json(field_or<Json>(json, "hyperparameters", Json::object()));
  c.batch_size = required<std::int64_t>(json, "batch_size");
  c.accumulation = field_or<std::int64_t>(json, "accumulation", 1);
  c.duplicate = field_or<std::int64_t>(json, "duplicate", 1);
  c.sampler = named_field(json, "sampler", parse_sampler);
  c.schedule = named_field(json, "schedule", parse_schedule);
  c.warmup_epochs = field_or<double>(json, "warmup_epochs", 0);
  c.epochs = field_or<double>(json, "planned_epochs", 1);
  c.steps = field_or<std::int64_t>(json, "planned_steps", 0);
  c.evaluate_every = field_or<std::int64_t>(json, "evaluate_every", 200);
  c.targets = field_or<std::vector<double>>(json, "targets", {});
  c.start = field_or<std::vector<double>>(json, "start", {});
  c.whiten = field_or<bool>(json, "whiten", true);
  c.distance_steps = field_or<std::int64_t>(json, "distance_steps", 10);
  c.seed = field_or<std::uint64_t>(json, "seed", 0);
  if (optional_field<std::string>(json, "settled"))
    c.settled = named_field(json, "settled", parse_outcome);
  c.reason = field_or<std::string>(json, "settled_reason", "");
  return c;
}

Json to_json(const NoiseCase& c) {
  return {{"dataset", c.dataset},
          {"data_file", c.data_file},
          {"target", c.target},
          {"model", to_string(c.model)},
          {"gradient", c.gradient},
          {"gradient_plugin", c.gradient_plugin},
          {"batch_size", c.batch_size},
          {"batches", c.batches},
          {"point", numbers(c.point)},
          {"seed", c.seed},
          {"settled", c.settled ? Json(to_string(*c.settled)) : Json(nullptr)},
          {"settled_reason", c.reason}};
}

NoiseCase noise_case_from_json(const Json& json) {
  NoiseCase c;
  c.dataset = required<std::string>(json, "dataset");
  c.data_file = field_or<std::string>(json, "data_file", "");
  c.target = field_or<std::string>(json, "target", "");
  c.model = named_field(json, "model", parse_model);
  c.gradient = required<std::string>(json, "gradient");
  c.gradient_plugin = field_or<std::string>(json, "gradient_plugin", "");
  c.batch_size = required<std::int64_t>(json, "batch_size");
  c.batches = field_or<std::int64_t>(json, "batches", 0);
  c.point = field_or<std::vector<double>>(json, "point", {});
  c.seed = field_or<std::uint64_t>(json, "seed", 0);
  if (optional_field<std::string>(json, "settled"))
    c.settled = named_field(json, "settled", parse_outcome);
  c.reason = field_or<std::string>(json, "settled_reason", "");
  return c;
}

namespace {

Json curve_json(const std::vector<CurvePoint>& curve) {
  Json list = Json::array();
  for (const auto& p : curve)
    list.push_back({{"examples", p.examples},
                    {"seconds", number_or_null(p.seconds)},
                    {"loss", number_or_null(p.loss)}});
  return list;
}

Json targets_json(const std::vector<TimeToTarget>& targets) {
  Json list = Json::array();
  for (const auto& t : targets)
    list.push_back({{"target", t.target},
                    {"steps", value_or_null(t.steps)},
                    {"seconds", number_or_null(t.seconds)}});
  return list;
}

Json ledger_json(const std::optional<Ledger>& ledger) {
  if (!ledger) return nullptr;
  return {{"data", ledger->data},
          {"gradient", ledger->gradient},
          {"step", ledger->step},
          {"evaluation", ledger->evaluation},
          {"other", ledger->other}};
}

}  // namespace

Json to_json(const TrainingRecord& t) {
  Json json{{"record", "training"}, {"id", t.id}, {"hash", t.hash}};
  json.update(to_json(t.training));
  json["plugins"] = t.plugins;
  json["epochs"] = t.epochs;
  json["steps"] = t.steps;
  json["examples"] = t.examples;
  json["outcome"] = to_string(t.outcome);
  json["reason"] = value_or_null(t.reason);
  json["diverged_at"] = value_or_null(t.diverged_at);
  json["seconds_per_epoch"] = number_or_null(t.seconds_per_epoch);
  json["seconds_per_step"] = number_or_null(t.seconds_per_step);
  json["seconds_per_step_interval"] = interval_or_null(t.seconds_per_step_interval);
  json["examples_per_second"] = number_or_null(t.examples_per_second);
  json["samples_ns"] = numbers(t.samples_ns);
  json["rounds"] = t.rounds;
  json["final_loss"] = number_or_null(t.final_loss);
  json["accuracy"] = number_or_null(t.accuracy);
  json["distance"] = number_or_null(t.distance);
  json["parameters"] = numbers(t.parameters);
  json["curve"] = curve_json(t.curve);
  json["time_to_target"] = targets_json(t.time_to_target);
  json["ledger"] = ledger_json(t.ledger);
  json["notes"] = t.notes;
  json["reproduce"] = t.reproduce;
  return json;
}

TrainingRecord training_record_from_json(const Json& json) {
  TrainingRecord t;
  t.id = required<std::string>(json, "id");
  t.hash = required<std::string>(json, "hash");
  t.training = training_case_from_json(json);
  t.plugins = field_or<std::vector<std::string>>(json, "plugins", {});
  t.epochs = field_or<double>(json, "epochs", 0);
  t.steps = field_or<std::int64_t>(json, "steps", 0);
  t.examples = field_or<std::int64_t>(json, "examples", 0);
  t.outcome = named_field(json, "outcome", parse_outcome);
  t.reason = optional_field<std::string>(json, "reason");
  t.diverged_at = optional_field<std::int64_t>(json, "diverged_at");
  t.seconds_per_epoch = optional_field<double>(json, "seconds_per_epoch");
  t.seconds_per_step = optional_field<double>(json, "seconds_per_step");
  t.seconds_per_step_interval = interval_field(json, "seconds_per_step_interval");
  t.examples_per_second = optional_field<double>(json, "examples_per_second");
  t.samples_ns = field_or<std::vector<double>>(json, "samples_ns", {});
  t.rounds = field_or<std::vector<std::int64_t>>(json, "rounds", {});
  t.final_loss = optional_field<double>(json, "final_loss");
  t.accuracy = optional_field<double>(json, "accuracy");
  t.distance = optional_field<double>(json, "distance");
  for (const auto& p : field_or<Json>(json, "parameters", Json::array()))
    t.parameters.push_back(p.is_number() ? p.get<double>()
                                         : std::numeric_limits<double>::quiet_NaN());
  for (const auto& p : field_or<Json>(json, "curve", Json::array()))
    t.curve.push_back({required<std::int64_t>(p, "examples"), field_or<double>(p, "seconds", 0),
                       optional_field<double>(p, "loss")});
  for (const auto& p : field_or<Json>(json, "time_to_target", Json::array()))
    t.time_to_target.push_back({required<double>(p, "target"),
                                optional_field<std::int64_t>(p, "steps"),
                                optional_field<double>(p, "seconds")});
  if (const auto l = optional_field<Json>(json, "ledger"))
    t.ledger = Ledger{field_or<double>(*l, "data", 0), field_or<double>(*l, "gradient", 0),
                      field_or<double>(*l, "step", 0), field_or<double>(*l, "evaluation", 0),
                      field_or<double>(*l, "other", 0)};
  t.notes = field_or<std::vector<std::string>>(json, "notes", {});
  t.reproduce = field_or<std::string>(json, "reproduce", "");
  return t;
}

Json to_json(const NoiseRecord& n) {
  Json json{{"record", "noise"}, {"id", n.id}, {"hash", n.hash}};
  json.update(to_json(n.noise));
  json["outcome"] = to_string(n.outcome);
  json["reason"] = value_or_null(n.reason);
  json["bias"] = numbers(n.bias);
  json["bias_standard_error"] = numbers(n.bias_standard_error);
  json["deviation"] = number_or_null(n.deviation);
  json["deviation_sqrt_b"] = number_or_null(n.deviation_sqrt_b);
  json["theory_sqrt_b"] = number_or_null(n.theory_sqrt_b);
  json["gradient_mean"] = numbers(n.gradient);
  json["notes"] = n.notes;
  json["reproduce"] = n.reproduce;
  return json;
}

NoiseRecord noise_record_from_json(const Json& json) {
  NoiseRecord n;
  n.id = required<std::string>(json, "id");
  n.hash = required<std::string>(json, "hash");
  n.noise = noise_case_from_json(json);
  n.outcome = named_field(json, "outcome", parse_outcome);
  n.reason = optional_field<std::string>(json, "reason");
  n.bias = field_or<std::vector<double>>(json, "bias", {});
  n.bias_standard_error = field_or<std::vector<double>>(json, "bias_standard_error", {});
  n.deviation = optional_field<double>(json, "deviation");
  n.deviation_sqrt_b = optional_field<double>(json, "deviation_sqrt_b");
  n.theory_sqrt_b = optional_field<double>(json, "theory_sqrt_b");
  n.gradient = field_or<std::vector<double>>(json, "gradient_mean", {});
  n.notes = field_or<std::vector<std::string>>(json, "notes", {});
  n.reproduce = field_or<std::string>(json, "reproduce", "");
  return n;
}

}  // namespace sweepmark::host
