// The whole product through any CBLAS by its path, several side by side:
//   SWEEPMARK_CBLAS=openblas:/opt/openblas/lib/libopenblas.so,mkl:/opt/mkl/lib/libmkl_rt.so
// gives gemm.cblas.openblas.full and gemm.cblas.mkl.full, each in a worker of its own.
//
// Threads: a row's `threads` through the library's own call, which wins over its environment
// variables; a library without one runs rows of one thread only.
#include <array>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "cblas_by_path.hpp"
#include "library_list.hpp"
#include "plugins/gemm_peers/whole_product.hpp"

namespace {

using namespace sweepmark;
using cblas::CblasByPath;

constexpr std::int64_t largest_dimension = std::numeric_limits<int>::max();

// The environment as it was when the plugin was loaded: the tables never change after that.
const cblas::LibraryList& list() {
  static const cblas::LibraryList libraries =
      cblas::parse_libraries(std::getenv("SWEEPMARK_CBLAS"));
  return libraries;
}

// The library of one slot, opened when its kernel is first asked, not before: the others' kernels
// run in other workers.
struct Opened {
  std::unique_ptr<const CblasByPath> library;
  std::string problem;
  std::string description;
};

Opened open_slot(std::size_t slot) {
  Opened opened;
  const auto& named = list().libraries[slot];
  try {
    opened.library = std::make_unique<const CblasByPath>(named.path);
    opened.description = opened.library->description();
  } catch (const std::exception& problem) {
    opened.problem = "SWEEPMARK_CBLAS, " + named.name + ": " + problem.what();
  }
  return opened;
}

template <std::size_t Slot>
const Opened& opened() {
  static const Opened once = open_slot(Slot);
  return once;
}

// supports and prepare are not told which kernel is asked, so each library has functions, and so a
// class, of its own.
template <std::size_t Slot>
class Full : WholeProduct {
 public:
  static constexpr Info info{"gemm.cblas.full", "1.0.0", "one cblas_?gemm call"};
  static Support supports(const Problem& problem, Tuning) {
    if (!opened<Slot>().library) return unsupported(opened<Slot>().problem);
    if (!opened<Slot>().library->sets_threads())
      if (auto refusal = one_thread_only(problem, "this CBLAS has no known call for its threads"))
        return refusal;
    return supports_product(problem, largest_dimension);
  }
  Full(const Problem& problem, Tuning, const Operands& operands)
      : WholeProduct(problem, operands, largest_dimension),
        library_(*opened<Slot>().library),
        threads_(static_cast<int>(problem.threads)) {
    use_threads();
  }
  void run() {
    use_threads();
    with_matrices([this](const auto& a, const auto& b, const auto& c) {
      library_.gemm(c.rows, c.columns, a.columns, a.data, a.stride, b.data, b.stride, c.data,
                    c.stride);
    });
  }

 private:
  // The worker is this library's alone, so what was set last is what it has.
  void use_threads() const {
    if (last_threads != threads_) library_.use_threads(last_threads = threads_);
  }

  static inline int last_threads = 0;
  const CblasByPath& library_;
  int threads_;
};

struct Slots {
  std::array<std::string, cblas::most_libraries> ids;
  std::array<swm_kernel, cblas::most_libraries> kernels;
  std::array<const swm_kernel*, cblas::most_libraries> kernel_list;
  std::array<const char* (*)(), cblas::most_libraries> descriptions;
};

template <std::size_t... Slot>
Slots make_slots(std::index_sequence<Slot...>) {
  Slots slots{{}, {detail::KernelAdapter<Full<Slot>>::table...}, {}, {[] {
                return opened<Slot>().description.c_str();
              }...}};
  return slots;
}

const Slots& slots() {
  static Slots made = make_slots(std::make_index_sequence<cblas::most_libraries>{});
  static const bool named = [] {
    for (std::size_t i = 0; i < list().libraries.size(); ++i) {
      made.ids[i] = "gemm.cblas." + list().libraries[i].name + ".full";
      made.kernels[i].id = made.ids[i].c_str();
      made.kernel_list[i] = &made.kernels[i];
    }
    return true;
  }();
  static_cast<void>(named);
  return made;
}

const char* describe_all() {
  static const std::string text = [] {
    if (!list().problem.empty()) return list().problem;
    if (list().libraries.empty())
      return std::string("no kernel: SWEEPMARK_CBLAS=name:/path/library.so,... names none");
    std::string out;
    for (const auto& [name, path] : list().libraries)
      out += (out.empty() ? "" : ", ") + name + ": " + path;
    return out;
  }();
  return text.c_str();
}

const char* describe_one(const char* kernel_id) {
  for (std::size_t i = 0; i < list().libraries.size(); ++i)
    if (slots().ids[i] == kernel_id) return slots().descriptions[i]();
  return "";
}

const void* extension(const char* id) noexcept {
  static constexpr swm_library library{sizeof(swm_library), 0, describe_all};
  static constexpr swm_libraries libraries{sizeof(swm_libraries), 0, describe_one};
  if (std::strcmp(id, SWM_LIBRARY_EXTENSION) == 0) return &library;
  if (std::strcmp(id, SWM_LIBRARIES_EXTENSION) == 0) return &libraries;
  return nullptr;
}

}  // namespace

extern "C" SWM_EXPORT const swm_plugin* swm_plugin_v1(const swm_host* host) noexcept;
extern "C" SWM_EXPORT const swm_plugin* swm_plugin_v1(const swm_host* host) noexcept {
  static const swm_plugin plugin{sizeof(swm_plugin),
                                 SWM_ABI_MAJOR,
                                 SWM_ABI_MINOR,
                                 "gemm_cblas",
                                 "1.0.0",
                                 SWM_PLUGIN_AUTHOR,
                                 SWM_PLUGIN_LICENSE,
                                 SWM_COMPILER,
                                 SWM_COMPILE_FLAGS,
                                 static_cast<std::uint32_t>(list().libraries.size()),
                                 0,
                                 slots().kernel_list.data(),
                                 nullptr,
                                 extension};
  if (!list().problem.empty()) host->log(host, 0, list().problem.c_str());
  return &plugin;
}
