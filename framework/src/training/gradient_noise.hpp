// How far the gradient of a batch lies from that of all examples, measured and in theory.
#pragma once
#include <sweepmark/abi.h>

#include "record/training_record.hpp"
#include "training/dataset.hpp"

namespace sweepmark::host {

/// Draws `batches` batches of `batch_size` examples, each without replacement, at one point (the
/// case's, or where training with its seed starts; the bowl: (-2.5, 1.5)), in float64. Returns
///   bias                  mean of the batch gradients minus the gradient of all examples
///   bias_standard_error   per component, deviation / sqrt(batches)
///   deviation             pooled over components: the root of the mean variance
///   deviation_sqrt_b      deviation * sqrt(batch_size)
///   theory_sqrt_b         sqrt(tr S / P) * sqrt((N - B) / (N - 1)), S the population covariance of
///                         the P components over N examples: sampling from a finite population
///                         (Cochran, Sampling Techniques, theorem 2.2). 2 s of it on the bowl.
/// Where the variance is 0, bias and error are exactly 0. Never throws for a kernel that refuses
/// or a batch larger than the data: the outcome says so. Throws Error for a bad case.
NoiseRecord measure_noise(const NoiseCase& c, const Dataset& data, const swm_kernel& kernel);

}  // namespace sweepmark::host
