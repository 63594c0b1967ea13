#include <sweepmark/plugin.hpp>
#include <sweepmark/tensor.hpp>

using namespace sweepmark;

struct MyGemm {
  static constexpr Info info{"gemm.mine.rows", "1.0.0", "three loops, row by row"};
  static Support supports(const Problem& p, Tuning) {
    return p.dtype == SWM_F32 ? supported() : unsupported("float32 only");
  }
  MyGemm(const Problem&, Tuning, const Operands& io)
      : a(matrix<const float>(io.input(0))),
        b(matrix<const float>(io.input(1))),
        c(matrix<float>(io.output())) {}
  void run() {
    for (std::int64_t i = 0; i < c.rows; ++i) {
      for (std::int64_t j = 0; j < c.columns; ++j) c(i, j) = 0;
      for (std::int64_t p = 0; p < a.columns; ++p)
        for (std::int64_t j = 0; j < c.columns; ++j) c(i, j) += a(i, p) * b(p, j);
    }
  }
  Matrix<const float> a, b;
  Matrix<float> c;
};

SWEEPMARK_PLUGIN("my_gemm", "1.0.0", MyGemm)
