// Means over seeds and how sure they are.
#pragma once
#include <cmath>
#include <numeric>
#include <vector>

namespace training_test {

inline double mean_of(const std::vector<double>& v) {
  return std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
}

/// The sample standard deviation.
inline double deviation_of(const std::vector<double>& v) {
  const double mean = mean_of(v);
  double squares = 0;
  for (const double x : v) squares += (x - mean) * (x - mean);
  return std::sqrt(squares / static_cast<double>(v.size() - 1));
}

inline double standard_error_of(const std::vector<double>& v) {
  return deviation_of(v) / std::sqrt(static_cast<double>(v.size()));
}

}  // namespace training_test
