// What training and noise sweeps share: data sets, their models, gradient kernels, settings.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "plan/expansion.hpp"
#include "plan/selection.hpp"

namespace sweepmark::host {

/// Throws Error for a value that is neither a built-in data set nor an existing file.
void check_datasets(const Axis& axis);

/// airfoil, synthetic and files: linear; digits: softmax; bowl: bowl.
Model default_model(const std::string& dataset);

/// Why this model cannot learn from this built-in data set; "" when it may. A file takes any.
std::string model_refusal(Model model, const std::string& dataset);

/// One value of the axis `gradient` and a kernel that it names.
struct NamedGradient {
  Value value;
  SelectedKernel kernel;
};

/// Every gradient kernel that the axis names. Nothing found: an Error with the nearest id, a note
/// where the sweep is optional and the axis not from the command line.
std::vector<NamedGradient> find_gradients(const Sweep& sweep, const Axis& axis,
                                          Expansion& expansion);

/// An error, or a note where `axis` may name what is not installed.
void missing(const Sweep& sweep, const Axis& axis, const std::string& complaint,
             Expansion& expansion);

/// Adds the axis unless the sweep has it.
void add_default(Sweep& sweep, const std::string& name, std::vector<Value> values);

/// A setting of the sweep (evaluate_every, target): its one value, or null. Throws Error for more.
const Value* single_setting(const Sweep& sweep, std::string_view name);
/// A setting that is a list of numbers (targets, start, point); empty when not given.
std::vector<double> number_setting(const Sweep& sweep, std::string_view name);

/// Checks every setting and every axis that the operation has of its own; hands each other axis to
/// `parameter`, which says whether it knows it; takes unknown ones out of the sweep.
void check_training_axes(Sweep& sweep, Expansion& expansion,
                         const std::function<bool(const Axis&)>& parameter);

/// The batch size of a case: 0 for "all".
std::int64_t batch_size_of(const Combination& combination, std::int64_t fallback);

}  // namespace sweepmark::host
