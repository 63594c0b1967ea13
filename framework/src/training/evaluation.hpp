// Loss, accuracy and distance of parameters in float64, and where training starts.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "ops/gradient_reference.hpp"
#include "training/dataset.hpp"

namespace sweepmark::host {

ModelShape shape_of(const Dataset& data);
ExampleView<double> view_of(const Examples& examples, const Dataset& data);

/// The loss averaged over all training examples: half the mean squared error, cross entropy, or the
/// mean squared distance. Not finite when it overflows.
double training_loss(const Dataset& data, const std::vector<double>& params);

/// Softmax: the share of held-out examples (training examples where none are held out) whose
/// largest score is their label's; ties go to the lower class. Nothing for other models, nor when a
/// score is not finite.
std::optional<double> accuracy(const Dataset& data, const std::vector<double>& params);

/// The mean of the training examples: where the bowl's loss is smallest.
std::vector<double> centre_of(const Dataset& data);
double distance_between(const std::vector<double>& a, const std::vector<double>& b);

/// Where training starts: `given` unless it is empty (Error when its length is not the model's),
/// else linear: weights normal(0, 0.01^2), bias 0; softmax: all uniform within 1/8 of 0; bowl:
/// zeros. The last two named draw from the seed's own stream.
std::vector<double> start_parameters(const Dataset& data, const std::vector<double>& given,
                                     std::uint64_t seed);

bool all_finite(const std::vector<double>& values);

}  // namespace sweepmark::host
