#include "app/plugin_template.hpp"

namespace sweepmark::host {
namespace {

std::string with_name(std::string text, const std::string& name) {
  const std::string hole = "@NAME@";
  for (auto at = text.find(hole); at != std::string::npos; at = text.find(hole, at + name.size()))
    text.replace(at, hole.size(), name);
  return text;
}

}  // namespace

std::string plugin_cmake(const std::string& name) {
  return with_name(R"(cmake_minimum_required(VERSION 3.25)
project(@NAME@ LANGUAGES CXX)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
find_package(sweepmark REQUIRED)
sweepmark_add_plugin(@NAME@ SOURCES @NAME@.cpp)
)",
                   name);
}

std::string plugin_source(const std::string& name) {
  return with_name(
      R"(// C = A*B, row-major; see sweepmark/plugin.hpp for what else a kernel may say.
#include <sweepmark/plugin.hpp>
#include <sweepmark/tensor.hpp>

using namespace sweepmark;

struct Kernel {
  static constexpr Info info{"gemm.@NAME@.loops", "0.1.0", "three loops, row by row"};
  static Support supports(const Problem& p, Tuning) {
    return p.dtype == SWM_F32 ? supported() : unsupported("float32 only");
  }
  Kernel(const Problem&, Tuning, const Operands& io)
      : a(matrix<const float>(io.input(0))),
        b(matrix<const float>(io.input(1))),
        c(matrix<float>(io.output())) {}
  void run() {
    for (std::int64_t i = 0; i < c.rows; ++i) {
      for (std::int64_t j = 0; j < c.columns; ++j) c(i, j) = 0;
      for (std::int64_t l = 0; l < a.columns; ++l)
        for (std::int64_t j = 0; j < c.columns; ++j) c(i, j) += a(i, l) * b(l, j);
    }
  }
  Matrix<const float> a, b;
  Matrix<float> c;
};

SWEEPMARK_PLUGIN("@NAME@", "0.1.0", Kernel)
)",
      name);
}

}  // namespace sweepmark::host
