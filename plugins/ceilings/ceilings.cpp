// The kernels no honest row can beat: multiply-adds in registers, and streams through each memory
// level. `sweepmark machine` and every run measure their ceilings with these.
#include <sweepmark/plugin.hpp>
#include <sweepmark/tensor.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/cpu/fma_chains.hpp"
#include "kernels/cpu/simd_target.hpp"
#include "kernels/cpu/stream_read.hpp"
#include "kernels/cpu/stream_triad.hpp"
#include "kernels/cpu/team.hpp"

namespace {

namespace kernels = sweepmark::kernels;
using sweepmark::Info;
using sweepmark::Operands;
using sweepmark::Problem;
using sweepmark::Support;
using sweepmark::Tuning;

// A vector cut into one part a thread, on whole cache lines.
class Parted {
 public:
  Parted(const Problem& problem, Tuning, const Operands& operands)
      : operands_(operands.raw),
        dtype_(problem.dtype),
        n_(problem.n),
        parts_(static_cast<std::int64_t>(problem.threads)),
        team_(static_cast<int>(problem.threads)) {}
  static Support supports(const Problem& problem, Tuning) {
    return sweepmark::float32_or_float64(problem.dtype);
  }
  std::uint32_t threads_used() const { return static_cast<std::uint32_t>(team_.threads()); }

 protected:
  // Calls f(part, begin, length) for each part, in parallel.
  template <class F>
  void for_parts(std::int64_t multiple, F&& f) {
    const std::int64_t step = (n_ / parts_ + multiple - 1) / multiple * multiple;
    team_.for_ranges(parts_, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t part = first; part < last; ++part) {
        const std::int64_t begin = std::min(n_, part * step);
        const std::int64_t end = part + 1 == parts_ ? n_ : std::min(n_, begin + step);
        f(part, begin, end - begin);
      }
    });
  }

  swm_operands operands_;
  std::uint32_t dtype_;
  std::int64_t n_, parts_;
  kernels::Team team_;
};

constexpr std::int64_t line_elements = 64;  // more than a cache line of either dtype
constexpr std::int64_t chain_elements = 160;

struct Fma : Parted {
  static constexpr Info info{"ceiling.cpu.fma", "1.0.0", "multiply-adds on chains in registers",
                             SWM_OP_FMA};
  Fma(const Problem& p, Tuning t, const Operands& o) : Parted(p, t, o), k_(p.k) {}
  void run() {
    sweepmark::with_dtype(dtype_, [this](auto zero) {
      using T = decltype(zero);
      const auto x = sweepmark::vector<const T>(*operands_.inputs[0]);
      const auto c = sweepmark::vector<const T>(*operands_.inputs[1]);
      const auto y = sweepmark::vector<T>(*operands_.output);
      for_parts(chain_elements, [&](std::int64_t, std::int64_t begin, std::int64_t length) {
        kernels::fma_chains(x.data + begin, c[0], c[1], y.data + begin, length, k_);
      });
    });
  }
  std::int64_t k_;
};

struct Read : Parted {
  static constexpr Info info{"ceiling.cpu.read", "1.0.0", "the sum of a vector", SWM_OP_READ};
  Read(const Problem& p, Tuning t, const Operands& o)
      : Parted(p, t, o), sums_(static_cast<std::size_t>(parts_ * line_elements)) {}
  void run() {
    sweepmark::with_dtype(dtype_, [this](auto zero) {
      using T = decltype(zero);
      const auto x = sweepmark::vector<const T>(*operands_.inputs[0]);
      for_parts(line_elements, [&](std::int64_t part, std::int64_t begin, std::int64_t length) {
        sums_[static_cast<std::size_t>(part * line_elements)] =
            static_cast<double>(kernels::stream_read(x.data + begin, length));
      });
      const double sum = std::accumulate(sums_.begin(), sums_.end(), 0.0);
      sweepmark::vector<T>(*operands_.output)[0] = static_cast<T>(sum);
    });
  }
  std::vector<double> sums_;  // one a part, a cache line apart; the rest stays 0
};

struct Triad : Parted {
  static constexpr Info info{"ceiling.cpu.triad", "1.0.0", "A = B + s*C over vectors",
                             SWM_OP_TRIAD};
  using Parted::Parted;
  void run() {
    sweepmark::with_dtype(dtype_, [this](auto zero) {
      using T = decltype(zero);
      const auto b = sweepmark::vector<const T>(*operands_.inputs[0]);
      const auto c = sweepmark::vector<const T>(*operands_.inputs[1]);
      const auto s = sweepmark::vector<const T>(*operands_.inputs[2]);
      const auto a = sweepmark::vector<T>(*operands_.output);
      for_parts(line_elements, [&](std::int64_t, std::int64_t begin, std::int64_t length) {
        kernels::stream_triad(a.data + begin, b.data + begin, c.data + begin, s[0], length);
      });
    });
  }
};

const char* describe() {
  static const std::string text = "SIMD target " + kernels::simd_target_name();
  return text.c_str();
}

const void* extension(const char* id) {
  static constexpr swm_library library{sizeof(swm_library), 0, describe};
  return std::string(SWM_LIBRARY_EXTENSION) == id ? &library : nullptr;
}

}  // namespace

SWEEPMARK_PLUGIN_WITH_EXTENSIONS("ceilings", "1.0.0", extension, Fma, Read, Triad)
