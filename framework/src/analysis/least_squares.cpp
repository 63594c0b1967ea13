#include "analysis/least_squares.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>

namespace sweepmark::host {
namespace {

struct Moments {
  double w = 0, x = 0, y = 0, xx = 0, xy = 0;
  double determinant() const { return w * xx - x * x; }
};

void add_intervals(LineFit& fit, const Moments& s, double squares, std::size_t n,
                   double confidence) {
  const auto freedom = static_cast<double>(n - 2);
  const boost::math::students_t distribution(freedom);
  const double t = boost::math::quantile(distribution, 1 - (1 - confidence) / 2);
  const double variance = squares / freedom, d = s.determinant();
  const double intercept_variance = variance * s.xx / d, slope_variance = variance * s.w / d;
  const double covariance = -variance * s.x / d;
  const double da = t * std::sqrt(intercept_variance), db = t * std::sqrt(slope_variance);
  fit.intercept_interval = Interval{fit.intercept - da, fit.intercept + da};
  fit.slope_interval = Interval{fit.slope - db, fit.slope + db};
  if (!(fit.intercept > 0) || !(fit.slope > 0)) return;
  const double a = fit.intercept, b = fit.slope;
  const double log_variance =
      slope_variance / (b * b) + intercept_variance / (a * a) - 2 * covariance / (a * b);
  const double factor = std::exp(t * std::sqrt(std::max(0.0, log_variance)));
  fit.ratio_interval = Interval{b / a / factor, b / a * factor};
}

}  // namespace

std::optional<LineFit> fit_line(const std::vector<double>& x, const std::vector<double>& y,
                                double confidence) {
  assert(x.size() == y.size());
  const std::size_t n = x.size();
  if (n < 2) return std::nullopt;
  Moments s;
  for (std::size_t i = 0; i < n; ++i) {
    if (!(y[i] > 0)) return std::nullopt;
    const double w = 1 / (y[i] * y[i]);
    s.w += w;
    s.x += w * x[i];
    s.y += w * y[i];
    s.xx += w * x[i] * x[i];
    s.xy += w * x[i] * y[i];
  }
  if (!(s.determinant() > 1e-12 * s.w * s.xx)) return std::nullopt;
  LineFit fit;
  fit.points = n;
  fit.slope = (s.w * s.xy - s.x * s.y) / s.determinant();
  fit.intercept = (s.y - fit.slope * s.x) / s.w;
  double squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double relative = (fit.intercept + fit.slope * x[i] - y[i]) / y[i];
    squares += relative * relative;
    fit.worst_residual = std::max(fit.worst_residual, std::abs(relative));
  }
  if (n > 2) add_intervals(fit, s, squares, n, confidence);
  return fit;
}

}  // namespace sweepmark::host
