// The author's side of the boundary: write ordinary classes, list them once in SWEEPMARK_PLUGIN.
//
// A kernel is a class with
//   static constexpr Info info{...};                       id, version, summary, operation, device
//   static constexpr std::array params{integer(...)};      optional: tuning parameters
//   static Support supports(const Problem&, Tuning);       optional: which problems it can do
//   K(const Problem&, Tuning, const Operands&);            prepare; may throw
//   void run();                                            the whole operation, once
//   void fetch();                                          optional: bring the result home
//   std::uint32_t threads_used() const;                    optional
//   static void counts(const Problem&, Tuning, swm_counts&);  optional: actual flops and bytes
//   void start_timer(); double stop_timer();               optional, devices only (nanoseconds)
// and an optimizer is one with info, params, `static constexpr std::array states{"name"}`,
// supports(const swm_training&, Tuning), a constructor (const swm_training&, Tuning) and
// step(std::uint64_t index, double scale).
#pragma once
#include <sweepmark/abi.h>

#include <array>
#include <concepts>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace sweepmark {

struct Unsupported {
  std::string reason;
};
using Support = std::optional<Unsupported>;
inline Support supported() { return std::nullopt; }
inline Support unsupported(std::string reason) { return Unsupported{std::move(reason)}; }

using Problem = swm_problem;
/// One value per entry of `params`, in that order: `tuning[0].i`.
using Tuning = const swm_value*;

/// The operands of one instance; the tensors outlive it.
struct Operands {
  const swm_operands& raw;
  const swm_tensor& input(std::size_t i) const { return *raw.inputs[i]; }
  const swm_tensor& output() const { return *raw.output; }
};

struct Info {
  const char* id;
  const char* version;
  const char* summary;
  swm_op op = SWM_OP_GEMM;
  swm_device_kind device = SWM_CPU;
  bool prepacked = false;
  swm_math math = SWM_MATH_NATIVE;
};

/// An integer parameter in [low, high]; sweeps step by `step`.
constexpr swm_param integer(const char* name, std::int64_t preset, std::int64_t low,
                            std::int64_t high, std::int64_t step, const char* help) {
  return {sizeof(swm_param), SWM_PARAM_INT, SWM_SCALE_LINEAR, 0,      name, "", help, {.i = low},
          {.i = high},       {.i = step},   {.i = preset},    nullptr};
}
/// An integer parameter in [low, high]; sweeps step by doubling.
constexpr swm_param pow2(const char* name, std::int64_t preset, std::int64_t low, std::int64_t high,
                         const char* help) {
  return {sizeof(swm_param), SWM_PARAM_INT, SWM_SCALE_POW2, 0,      name, "", help, {.i = low},
          {.i = high},       {.i = 2},      {.i = preset},  nullptr};
}
/// A real parameter in [low, high].
constexpr swm_param real(const char* name, double preset, double low, double high,
                         const char* help) {
  return {sizeof(swm_param), SWM_PARAM_REAL, SWM_SCALE_LINEAR, 0,      name, "", help, {.d = low},
          {.d = high},       {.d = 0},       {.d = preset},    nullptr};
}
/// One of `count` named choices; the value is the index.
constexpr swm_param choice(const char* name, std::int64_t preset, const char* const* choices,
                           std::uint32_t count, const char* help) {
  return {sizeof(swm_param), SWM_PARAM_CHOICE, SWM_SCALE_LINEAR, count,         name,   "", help,
          {.i = 0},          {.i = count - 1}, {.i = 1},         {.i = preset}, choices};
}

/// Calls f with a value of the C++ type behind `dtype` (float or double) and returns its result.
template <class F>
decltype(auto) with_dtype(std::uint32_t dtype, F&& f) {
  if (dtype == SWM_F32) return f(float{});
  if (dtype == SWM_F64) return f(double{});
  throw std::invalid_argument("dtype " + std::to_string(dtype) + " is not float32 or float64");
}

/// The usual answer of a CPU kernel: float32 and float64, nothing else.
inline Support float32_or_float64(std::uint32_t dtype) {
  if (dtype == SWM_F32 || dtype == SWM_F64) return supported();
  return unsupported("float32 and float64 only");
}

namespace detail {

inline void report(swm_error* e, std::string_view text) noexcept {
  if (!e || !e->message || e->capacity == 0) return;
  const auto n = text.size() < e->capacity - 1 ? text.size() : e->capacity - 1;
  std::memcpy(e->message, text.data(), n);
  e->message[n] = '\0';
}

// Nothing thrown by a plugin leaves it (rule 9).
template <class F>
swm_status guard(swm_error* e, F&& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    report(e, "out of memory");
    return SWM_OUT_OF_MEMORY;
  } catch (const std::invalid_argument& x) {
    report(e, x.what());
    return SWM_INVALID;
  } catch (const std::exception& x) {
    report(e, x.what());
    return SWM_FAILED;
  } catch (...) {
    report(e, "unknown exception");
    return SWM_FAILED;
  }
}

template <class T>
constexpr std::size_t param_count() {
  if constexpr (requires { T::params.size(); })
    return T::params.size();
  else
    return 0;
}

// One entry more than needed, so that the array is never empty; the count says how many are real.
template <class T>
constexpr auto param_pointers() {
  std::array<const swm_param*, param_count<T>() + 1> out{};
  if constexpr (param_count<T>() > 0)
    for (std::size_t i = 0; i < param_count<T>(); ++i) out[i] = &T::params[i];
  return out;
}

template <class T, class P>
swm_status ask_support(const P* problem, Tuning tuning, swm_error* e) noexcept {
  return guard(e, [&] {
    if constexpr (requires { T::supports(*problem, tuning); })
      if (const Support s = T::supports(*problem, tuning)) {
        report(e, s->reason);
        return SWM_UNSUPPORTED;
      }
    return SWM_OK;
  });
}

template <class T>
struct TimerOf {
  static constexpr bool present = requires(T & t) {
    t.start_timer();
    { t.stop_timer() } -> std::convertible_to<double>;
  };
  static swm_status start(void* self, swm_error* e) noexcept {
    return guard(e, [&] {
      if constexpr (present) static_cast<T*>(self)->start_timer();
      return SWM_OK;
    });
  }
  static swm_status stop(void* self, double* nanoseconds, swm_error* e) noexcept {
    return guard(e, [&] {
      if constexpr (present) *nanoseconds = static_cast<T*>(self)->stop_timer();
      return SWM_OK;
    });
  }
  static constexpr bool flushes = requires(T & t) { t.flush_cache(); };
  static swm_status flush(void* self, swm_error* e) noexcept {
    return guard(e, [&] {
      if constexpr (flushes) static_cast<T*>(self)->flush_cache();
      return SWM_OK;
    });
  }
  static constexpr swm_timer table{sizeof(swm_timer), 0, start, stop, flushes ? flush : nullptr};
};

template <class K>
struct KernelAdapter {
  static constexpr auto params = param_pointers<K>();
  static constexpr bool fetches = requires(K & k) { k.fetch(); };
  static constexpr bool counts_work = requires(const Problem& p, Tuning t, swm_counts& c) {
    K::counts(p, t, c);
  };
  static constexpr bool knows_threads = requires(const K& k) { k.threads_used(); };

  static swm_status prepare(const swm_problem* p, const swm_value* t, const swm_operands* io,
                            void** out, swm_error* e) noexcept {
    return guard(e, [&] {
      *out = new K(*p, t, Operands{*io});
      return SWM_OK;
    });
  }
  static swm_status run(void* self, std::uint64_t repeats, swm_error* e) noexcept {
    return guard(e, [&] {
      for (auto& k = *static_cast<K*>(self); repeats != 0; --repeats) k.run();
      return SWM_OK;
    });
  }
  static swm_status fetch(void* self, swm_error* e) noexcept {
    return guard(e, [&] {
      if constexpr (fetches) static_cast<K*>(self)->fetch();
      return SWM_OK;
    });
  }
  static void teardown(void* self) noexcept { delete static_cast<K*>(self); }
  static void counts(const swm_problem* p, const swm_value* t, swm_counts* c) noexcept {
    if constexpr (counts_work) K::counts(*p, t, *c);
  }
  static std::uint32_t threads_used(void* self) noexcept {
    if constexpr (knows_threads) return static_cast<const K*>(self)->threads_used();
    return 0;
  }
  static constexpr swm_kernel table{sizeof(swm_kernel),
                                    K::info.op,
                                    K::info.device,
                                    static_cast<std::uint32_t>(param_count<K>()),
                                    K::info.id,
                                    K::info.version,
                                    K::info.summary,
                                    params.data(),
                                    ask_support<K, swm_problem>,
                                    prepare,
                                    run,
                                    fetches ? fetch : nullptr,
                                    teardown,
                                    counts_work ? counts : nullptr,
                                    TimerOf<K>::present ? &TimerOf<K>::table : nullptr,
                                    K::info.prepacked ? 1U : 0U,
                                    K::info.math,
                                    knows_threads ? threads_used : nullptr};
};

template <class O>
struct OptimizerAdapter {
  static constexpr auto params = param_pointers<O>();
  static constexpr bool moves = requires(O & o) {
    o.push();
    o.fetch();
  };
  static constexpr auto states() {
    std::array<const char*, O::states.size() + 1> out{};
    for (std::size_t i = 0; i < O::states.size(); ++i) out[i] = O::states[i];
    return out;
  }
  static constexpr auto state_names = states();

  static swm_status create(const swm_training* t, const swm_value* h, void** out,
                           swm_error* e) noexcept {
    return guard(e, [&] {
      *out = new O(*t, h);
      return SWM_OK;
    });
  }
  static swm_status push(void* self, swm_error* e) noexcept {
    return guard(e, [&] {
      if constexpr (moves) static_cast<O*>(self)->push();
      return SWM_OK;
    });
  }
  static swm_status step(void* self, std::uint64_t index, double scale, swm_error* e) noexcept {
    return guard(e, [&] {
      static_cast<O*>(self)->step(index, scale);
      return SWM_OK;
    });
  }
  static swm_status fetch(void* self, swm_error* e) noexcept {
    return guard(e, [&] {
      if constexpr (moves) static_cast<O*>(self)->fetch();
      return SWM_OK;
    });
  }
  static void destroy(void* self) noexcept { delete static_cast<O*>(self); }
  static constexpr swm_optimizer table{sizeof(swm_optimizer),
                                       O::info.device,
                                       static_cast<std::uint32_t>(param_count<O>()),
                                       static_cast<std::uint32_t>(O::states.size()),
                                       O::info.id,
                                       O::info.version,
                                       O::info.summary,
                                       params.data(),
                                       state_names.data(),
                                       ask_support<O, swm_training>,
                                       create,
                                       moves ? push : nullptr,
                                       step,
                                       moves ? fetch : nullptr,
                                       destroy,
                                       TimerOf<O>::present ? &TimerOf<O>::table : nullptr};
};

template <class T>
concept Kernel = requires(T& k) {
  k.run();
};

template <class... T>
struct Tables {
  static constexpr std::size_t kernel_count = (std::size_t{0} + ... + (Kernel<T> ? 1 : 0));
  static constexpr std::size_t optimizer_count = sizeof...(T) - kernel_count;
  static constexpr auto list_kernels() {
    std::array<const swm_kernel*, kernel_count + 1> out{};
    std::size_t n = 0;
    (
        [&] {
          if constexpr (Kernel<T>) out[n++] = &KernelAdapter<T>::table;
        }(),
        ...);
    return out;
  }
  static constexpr auto list_optimizers() {
    std::array<const swm_optimizer*, optimizer_count + 1> out{};
    std::size_t n = 0;
    (
        [&] {
          if constexpr (!Kernel<T>) out[n++] = &OptimizerAdapter<T>::table;
        }(),
        ...);
    return out;
  }
  static constexpr auto kernels = list_kernels();
  static constexpr auto optimizers = list_optimizers();
};

}  // namespace detail
}  // namespace sweepmark

// sweepmark_add_plugin() defines these; a plugin built another way says nothing here.
#ifndef SWM_COMPILE_FLAGS
#define SWM_COMPILE_FLAGS ""
#endif
#ifndef SWM_PLUGIN_AUTHOR
#define SWM_PLUGIN_AUTHOR ""
#endif
#ifndef SWM_PLUGIN_LICENSE
#define SWM_PLUGIN_LICENSE ""
#endif
#if defined(__clang__)
#define SWM_COMPILER "clang " __clang_version__
#else
#define SWM_COMPILER "gcc " __VERSION__
#endif

/// Exports the plugin ID with the extension lookup function EXTENSION (may be nullptr).
#define SWEEPMARK_PLUGIN_WITH_EXTENSIONS(ID, VERSION, EXTENSION, ...)                          \
  extern "C" SWM_EXPORT const swm_plugin* swm_plugin_v1(const swm_host*) noexcept;             \
  extern "C" SWM_EXPORT const swm_plugin* swm_plugin_v1(const swm_host*) noexcept {            \
    using SwmTables = ::sweepmark::detail::Tables<__VA_ARGS__>;                                \
    static constexpr swm_plugin plugin{sizeof(swm_plugin),                                     \
                                       SWM_ABI_MAJOR,                                          \
                                       SWM_ABI_MINOR,                                          \
                                       ID,                                                     \
                                       VERSION,                                                \
                                       SWM_PLUGIN_AUTHOR,                                      \
                                       SWM_PLUGIN_LICENSE,                                     \
                                       SWM_COMPILER,                                           \
                                       SWM_COMPILE_FLAGS,                                      \
                                       static_cast<std::uint32_t>(SwmTables::kernel_count),    \
                                       static_cast<std::uint32_t>(SwmTables::optimizer_count), \
                                       SwmTables::kernels.data(),                              \
                                       SwmTables::optimizers.data(),                           \
                                       EXTENSION};                                             \
    return &plugin;                                                                            \
  }

/// Exports the plugin ID made of the listed kernel and optimizer classes.
#define SWEEPMARK_PLUGIN(ID, VERSION, ...) \
  SWEEPMARK_PLUGIN_WITH_EXTENSIONS(ID, VERSION, nullptr, __VA_ARGS__)
