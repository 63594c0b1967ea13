// The whole product as oneDNN's matmul primitive on plain row-major memory: nothing is reordered
// ahead of the run.
//
// Threads: a row's `threads` through the OpenMP runtime oneDNN depends on, when the primitive is
// made and before each run; it wins over OMP_NUM_THREADS.
#include <array>
#include <cstring>
#include <dnnl.hpp>
#include <limits>
#include <optional>
#include <string>

#include "plugins/gemm_peers/openmp_threads.hpp"
#include "plugins/gemm_peers/whole_product.hpp"

namespace {

using namespace sweepmark;

constexpr std::int64_t largest_dimension = std::numeric_limits<dnnl::memory::dim>::max();

const dnnl::engine& processor() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

template <class T>
dnnl::memory::desc description(const Matrix<T>& m) {
  return {{m.rows, m.columns}, dnnl::memory::data_type::f32, {m.stride, 1}};
}

template <class T>
dnnl::memory bound(const Matrix<T>& m) {
  return {description(m), processor(), const_cast<float*>(m.data)};
}

dnnl::matmul matmul(Matrix<const float> a, Matrix<const float> b, Matrix<float> c) {
#if DNNL_VERSION_MAJOR < 3
  const dnnl::matmul::desc wanted(description(a), description(b), description(c));
  return dnnl::matmul(dnnl::matmul::primitive_desc(wanted, processor()));
#else
  return dnnl::matmul(
      dnnl::matmul::primitive_desc(processor(), description(a), description(b), description(c)));
#endif
}

// The primitive and its arguments, made once: run is one call of the C interface, which is what
// the C++ one's execute wraps in a list made anew for each call.
class BoundMatmul {
 public:
  BoundMatmul(Matrix<const float> a, Matrix<const float> b, Matrix<float> c)
      : a_(bound(a)),
        b_(bound(b)),
        c_(bound(c)),
        primitive_(matmul(a, b, c)),
        stream_(processor()) {
    arguments_ = {
        {{DNNL_ARG_SRC, a_.get()}, {DNNL_ARG_WEIGHTS, b_.get()}, {DNNL_ARG_DST, c_.get()}}};
  }
  void execute() {
    dnnl::error::wrap_c_api(
        dnnl_primitive_execute(primitive_.get(), stream_.get(), static_cast<int>(arguments_.size()),
                               arguments_.data()),
        "oneDNN could not execute its matmul primitive");
    stream_.wait();
  }

 private:
  dnnl::memory a_, b_, c_;
  dnnl::matmul primitive_;
  dnnl::stream stream_;
  std::array<dnnl_exec_arg_t, 3> arguments_{};
};

class Full : WholeProduct {
 public:
  static constexpr Info info{"gemm.onednn.full", "1.0.0", "one oneDNN matmul primitive"};
  static Support supports(const Problem& problem, Tuning) {
    if (problem.dtype != SWM_F32)
      return unsupported("oneDNN's matmul has float32 on processors, not float64");
    if (!has_openmp())
      if (auto refusal = one_thread_only(problem, "this oneDNN has no OpenMP threads to set"))
        return refusal;
    return supports_product(problem, largest_dimension);
  }
  Full(const Problem& problem, Tuning, const Operands& operands)
      : WholeProduct(problem, operands, largest_dimension),
        threads_(static_cast<int>(problem.threads)) {
    use_openmp_threads(threads_);
    with_matrices([this](const auto& a, const auto& b, const auto& c) {
      if constexpr (std::is_same_v<decltype(c.data), float*>) matmul_.emplace(a, b, c);
    });
  }
  void run() {
    use_openmp_threads(threads_);
    if (matmul_)
      matmul_->execute();
    else
      with_matrices([](const auto&, const auto&, const auto&) {});  // zeros where k is 0
  }
  std::uint32_t threads_used() const { return openmp_threads(); }

 private:
  int threads_;
  std::optional<BoundMatmul> matmul_;
};

const char* isa_name(dnnl_cpu_isa_t isa) {
  switch (isa) {
    case dnnl_cpu_isa_sse41:
      return "SSE4.1";
    case dnnl_cpu_isa_avx:
      return "AVX";
    case dnnl_cpu_isa_avx2:
      return "AVX2";
    case dnnl_cpu_isa_avx2_vnni:
      return "AVX2 VNNI";
    case dnnl_cpu_isa_avx512_core:
      return "AVX-512";
    case dnnl_cpu_isa_avx512_core_vnni:
      return "AVX-512 VNNI";
    case dnnl_cpu_isa_avx512_core_bf16:
      return "AVX-512 BF16";
    case dnnl_cpu_isa_avx512_core_amx:
      return "AVX-512 AMX";
    default:
      return nullptr;
  }
}

const char* describe() {
  static const std::string text = [] {
    const dnnl_version_t* v = dnnl_version();
    std::string out = "oneDNN " + std::to_string(v->major) + "." + std::to_string(v->minor) + "." +
                      std::to_string(v->patch);
    const auto isa = dnnl_get_effective_cpu_isa();
    const char* name = isa_name(isa);
    return out + ", ISA " + (name != nullptr ? name : std::to_string(static_cast<int>(isa)));
  }();
  return text.c_str();
}

const void* extension(const char* id) noexcept {
  static constexpr swm_library library{sizeof(swm_library), 0, describe};
  return std::strcmp(id, SWM_LIBRARY_EXTENSION) == 0 ? &library : nullptr;
}

}  // namespace

SWEEPMARK_PLUGIN_WITH_EXTENSIONS("gemm_onednn", "1.0.0", extension, Full)
