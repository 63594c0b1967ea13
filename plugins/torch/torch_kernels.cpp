// PyTorch under our clock: products, autograd gradients and its SGD, through libtorch.
//
// Threads: a row's `threads` for PyTorch's own pool and, where it stands on OpenBLAS, for that.
#include <cstring>
#include <string>

#include <torch/version.h>
#include "autograd_gradient.hpp"
#include "products.hpp"
#include "sgd.hpp"
#include "torch_threads.hpp"

namespace {

using namespace sweepmark;

// "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH ..." -> "OpenBLAS 0.3.21"
std::string first_two_words(const std::string& text) {
  return text.substr(0, text.find(' ', text.find(' ') + 1));
}

const char* describe() {
  static const std::string text = [] {
    std::string out = "libtorch " TORCH_VERSION;
    if (openblas_get_config != nullptr) out += ", " + first_two_words(openblas_get_config());
    if (openblas_get_corename != nullptr) out += std::string(", core ") + openblas_get_corename();
    return out;
  }();
  return text.c_str();
}

const void* extension(const char* id) noexcept {
  static constexpr swm_library library{sizeof(swm_library), 0, describe};
  return std::strcmp(id, SWM_LIBRARY_EXTENSION) == 0 ? &library : nullptr;
}

}  // namespace

SWEEPMARK_PLUGIN_WITH_EXTENSIONS("torch_kernels", "1.0.0", extension, torch_peer::Mm,
                                 torch_peer::Mv, torch_peer::Dot, torch_peer::ColumnBlock,
                                 torch_peer::AutogradGradient, torch_peer::Sgd)
