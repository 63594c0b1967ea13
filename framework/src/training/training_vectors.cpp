#include "training/training_vectors.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "ops/gradient_reference.hpp"

namespace sweepmark::host {
namespace {

struct ErrorText {
  std::array<char, 1024> text{};
  swm_error error{sizeof(swm_error), 0, text.data(), text.size()};
};

swm_model abi_model(Model model) {
  switch (model) {
    case Model::linear:
      return SWM_LINEAR;
    case Model::softmax:
      return SWM_SOFTMAX;
    case Model::bowl:
      return SWM_BOWL;
    case Model::none:
      break;
  }
  return SWM_MODEL_NONE;
}

// Staggers keep the vectors of one run out of each other's way in the first-level cache.
Tensor target_tensor(const Dataset& data, swm_dtype dtype) {
  const auto& e = data.train;
  if (data.model == Model::softmax) {
    Tensor labels("labels", SWM_I32, e.count, 1);
    std::copy(e.labels.begin(), e.labels.end(), labels.values<std::int32_t>());
    return labels;
  }
  Tensor y("y", dtype, data.model == Model::linear ? e.count : 0, 1);
  TrainingVectors::write(y, e.y);
  return y;
}

std::int64_t parameters_of(const Dataset& data) {
  return parameter_count(ModelShape{data.model, data.features, data.outputs});
}

swm_value abi_value(const swm_param& p, const Value& value, const std::string& what) {
  swm_value abi{};
  if (p.kind == SWM_PARAM_CHOICE) {
    const std::string text = to_text(value);
    for (std::uint32_t c = 0; c < p.choice_count; ++c)
      if (text == p.choices[c]) abi.i = c;
    if (text != p.choices[abi.i])
      throw Error(fmt::format("{}: found '{}', which is not one of its {} choices", what, text,
                              p.choice_count));
    return abi;
  }
  const double low = p.kind == SWM_PARAM_INT ? static_cast<double>(p.low.i) : p.low.d;
  const double high = p.kind == SWM_PARAM_INT ? static_cast<double>(p.high.i) : p.high.d;
  const double number = as_real(value, what);
  if (!(number >= low && number <= high))
    throw Error(fmt::format("{}: found {}, expected {} to {}", what, to_text(value), shortest(low),
                            shortest(high)));
  if (p.kind == SWM_PARAM_INT)
    abi.i = as_integer(value, what);
  else
    abi.d = number;
  return abi;
}

}  // namespace

swm_dtype abi_dtype(Dtype dtype) {
  switch (dtype) {
    case Dtype::f64:
      return SWM_F64;
    case Dtype::f32:
      return SWM_F32;
    default:
      break;
  }
  throw PluginFailure(Outcome::unsupported,
                      fmt::format("training in {}: expected f32 or f64", to_string(dtype)));
}

TrainingVectors::TrainingVectors(const Dataset& data, Dtype dtype, const swm_buffers* buffers)
    : x("X", abi_dtype(dtype), data.train.count, data.features, 0, 0),
      y(target_tensor(data, abi_dtype(dtype))),
      params("params", abi_dtype(dtype), parameters_of(data), 2),
      grads("grads", abi_dtype(dtype), parameters_of(data), 3),
      mirror_(buffers),
      model_(abi_model(data.model)),
      outputs_(data.outputs) {
  write(x, data.train.x);
  x_checksum_ = x.checksum();
  y_checksum_ = y.checksum();
}

std::optional<std::string> TrainingVectors::damage() const {
  for (const Tensor* t : {&x, &y, &params, &grads})
    if (auto damaged = t->damage()) return damaged;
  if (auto damaged = mirror_.damage()) return damaged;
  if (!mirror_.unchanged(x)) return "the examples X were changed on the device";
  if (!mirror_.unchanged(y)) return "the targets y were changed on the device";
  if (x.checksum() != x_checksum_) return "the examples X were changed";
  if (y.checksum() != y_checksum_) return "the targets y were changed";
  return std::nullopt;
}

swm_problem TrainingVectors::problem(std::int64_t batch, int threads) const {
  swm_problem p{};
  p.size = sizeof(p);
  p.op = SWM_OP_GRADIENT;
  p.dtype = params.dtype();
  p.math = SWM_MATH_NATIVE;
  p.threads = static_cast<std::uint32_t>(threads);
  p.model = model_;
  p.examples = x.rows();
  p.features = x.columns();
  p.outputs = outputs_;
  p.batch = batch;
  return p;
}

void TrainingVectors::set_params(const std::vector<double>& values) {
  write(params, values);
  mirror_.copy_in(params);
}

std::vector<double> TrainingVectors::read(const Tensor& vector) {
  const auto count = vector.elements();
  if (vector.dtype() == SWM_F64) return {vector.values<double>(), vector.values<double>() + count};
  return {vector.values<float>(), vector.values<float>() + count};
}

void TrainingVectors::write(const Tensor& vector, const std::vector<double>& values) {
  if (vector.dtype() == SWM_F64)
    std::copy(values.begin(), values.end(), vector.values<double>());
  else
    std::transform(values.begin(), values.end(), vector.values<float>(),
                   [](double v) { return static_cast<float>(v); });
}

BatchGradient::BatchGradient(const swm_kernel& kernel, const TrainingVectors& vectors,
                             const Tensor& output, std::int64_t batch, int threads)
    : rows_("rows", SWM_I32, batch, 4), mirror_(vectors.mirror()) {
  std::fill_n(rows(), batch, 0);
  if (kernel.device != mirror_.device())
    throw PluginFailure(Outcome::unsupported,
                        fmt::format("{} runs on another device than the data", kernel.id));
  const auto tuning = abi_values(kernel.params, kernel.param_count, {}, kernel.id);
  const swm_problem problem = vectors.problem(batch, threads);
  if (const auto reason = refusal(kernel, problem, tuning))
    throw PluginFailure(Outcome::unsupported, fmt::format("{}: {}", kernel.id, *reason));
  // Only now: a device that is not there has no memory.
  inputs_ = {&mirror_.place(vectors.x), &mirror_.place(vectors.y), &mirror_.place(rows_),
             &mirror_.place(vectors.params)};
  operands_ = {sizeof(swm_operands), 4, inputs_.data(), &mirror_.place(output)};
  instance_ = std::make_unique<KernelInstance>(kernel, problem, tuning, operands_);
}

BoundOptimizer::BoundOptimizer(const swm_optimizer& optimizer, const TrainingVectors& vectors,
                               const Settings& hyperparameters)
    : optimizer_(optimizer),
      mirror_(vectors.mirror()),
      training_{sizeof(swm_training), vectors.params.dtype(), &mirror_.place(vectors.params),
                &mirror_.place(vectors.grads), nullptr} {
  if (optimizer.device != mirror_.device())
    throw PluginFailure(Outcome::unsupported,
                        fmt::format("{} runs on another device than the data", optimizer.id));
  states_.reserve(optimizer.state_count);
  for (std::uint32_t s = 0; s < optimizer.state_count; ++s) {
    states_.emplace_back(optimizer.states[s], vectors.params.dtype(), vectors.parameter_count(),
                         5 + s);
    TrainingVectors::write(
        states_[s], std::vector<double>(static_cast<std::size_t>(vectors.parameter_count())));
  }
  for (const Tensor& s : states_) state_pointers_.push_back(&mirror_.place(s));
  training_.states = state_pointers_.data();
  const auto hyper =
      abi_values(optimizer.params, optimizer.param_count, hyperparameters, optimizer.id);
  ErrorText e;
  const swm_status supported = optimizer.supports(&training_, hyper.data(), &e.error);
  if (supported == SWM_UNSUPPORTED)
    throw PluginFailure(Outcome::unsupported, fmt::format("{}: {}", optimizer.id, e.text.data()));
  check_status(supported, e.text.data(), "optimizer supports");
  check_status(optimizer.create(&training_, hyper.data(), &instance_, &e.error), e.text.data(),
               "optimizer create");
}

BoundOptimizer::~BoundOptimizer() { optimizer_.destroy(instance_); }

void BoundOptimizer::push() {
  for (const Tensor& s : states_) mirror_.copy_in(s);
  if (!optimizer_.push) return;
  ErrorText e;
  check_status(optimizer_.push(instance_, &e.error), e.text.data(), "optimizer push");
}

std::vector<swm_value> abi_values(const swm_param* const* params, std::uint32_t count,
                                  const Settings& settings, const std::string& owner) {
  std::vector<swm_value> values;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < count; ++i) {
    const swm_param& p = *params[i];
    names.emplace_back(p.name);
    const auto named = settings.find(p.name);
    values.push_back(named == settings.end() ? p.preset
                                             : abi_value(p, named->second, owner + " " + p.name));
  }
  for (const auto& setting : settings)
    if (std::find(names.begin(), names.end(), setting.first) == names.end())
      throw Error(fmt::format("{}: no hyperparameter '{}'; expected {}{}", owner, setting.first,
                              names.empty() ? "none" : join(names, ", "),
                              did_you_mean(setting.first, names)));
  return values;
}

}  // namespace sweepmark::host
