// Writes to standard output, by stdio and by the descriptor. Expected: measured, stdout of the host
// clean.
#include <unistd.h>
#include <cstdio>
#include <stdexcept>

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.stdout", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  void run() {
    multiply();
    std::puts("bad_stdout: by stdio");
    std::fflush(stdout);
    constexpr char text[] = "bad_stdout: by the descriptor\n";
    if (write(STDOUT_FILENO, text, sizeof text - 1) < 0) throw std::runtime_error("write failed");
  }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_stdout", "1.0.0", Bad)
