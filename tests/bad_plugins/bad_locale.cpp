// Changes the locale in run. Expected: measured, the locale restored and the plugin named.
#include <clocale>
#include <cstring>

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.locale", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  void run() {
    multiply();
    // The user's locale, or where that is "C" too, one that Debian always has.
    const char* name = std::setlocale(LC_ALL, "");
    if (name == nullptr || std::strcmp(name, "C") == 0) std::setlocale(LC_ALL, "C.UTF-8");
  }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_locale", "1.0.0", Bad)
