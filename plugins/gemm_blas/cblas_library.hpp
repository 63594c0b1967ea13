// The CBLAS this plugin was linked to: its integer, its threads, its name.
#pragma once
#include <cblas.h>

#include <cstdint>
#include <limits>
#include <string>

// Known by every OpenBLAS and by nothing else. Weak, so that any other CBLAS can take its place at
// link time and at load time (Debian's alternatives switch libblas.so.3 under a built plugin).
extern "C" {
[[gnu::weak]] void openblas_set_num_threads(int threads);
[[gnu::weak]] int openblas_get_num_threads(void);
[[gnu::weak]] char* openblas_get_config(void);
[[gnu::weak]] char* openblas_get_corename(void);
}

namespace sweepmark::blas {

template <class F>
struct FirstArgument;
template <class R, class A, class... Rest>
struct FirstArgument<R(A, Rest...)> {
  using Type = A;
};

/// The integer of this CBLAS's dimensions: 32 bits in most builds, 64 in ILP64 ones, and named
/// differently by each header.
using Integer = FirstArgument<decltype(cblas_sdot)>::Type;
inline constexpr std::int64_t largest_dimension =
    static_cast<std::int64_t>(std::numeric_limits<Integer>::max());

/// True when the number of threads can be set.
bool sets_threads();

/// The next calls use up to `threads` threads. The library keeps one number for the whole process,
/// so an instance sets it before each run; it wins over OPENBLAS_NUM_THREADS and OMP_NUM_THREADS,
/// which the library reads once, at load. No effect when the number cannot be set.
void use_threads(int threads);

/// The threads the library says it uses now; 1 when it does not say.
int threads_in_use();

/// One line: "OpenBLAS 0.3.21, core SkylakeX, /usr/lib/.../libopenblas.so.0", or the path alone of
/// a library that does not say what it is. Made once.
const char* describe();

}  // namespace sweepmark::blas
