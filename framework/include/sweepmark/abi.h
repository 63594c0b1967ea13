/* The plugin boundary: C11 and C++20 read this same file; nothing else crosses it.
 *
 * A plugin is a shared library named *.swm.so that exports one function, swm_plugin_v1. The host
 * loads it once, in a worker process, and never unloads it.
 *
 * THE RULES (each is a conformance check, run by `sweepmark plugins --check FILE`):
 *  1 growth     Every struct starts with its `size` in bytes. Fields are only ever appended. Lists
 *               are arrays of pointers. A reader tests SWM_HAS before it reads an appended field.
 *  2 tables     What swm_plugin_v1 returns, and all it points to, stays constant until the process
 *               ends. The entry function does no work. Ids are unique within a plugin.
 *  3 operands   Operands belong to the host and outlive the instance. `teardown` is called exactly
 *               once if, and only if, `prepare` returned SWM_OK.
 *  4 order      supports, prepare, (timer.start? run timer.stop?)*, fetch?, teardown, on one host
 *               thread. A plugin's own threads stay within problem.threads.
 *  5 whole work `run` does the whole operation from operands in their stated layout. `prepare` may
 *               allocate and inspect, never transform operands: the host changes their contents
 *               between runs. A kernel that packs once sets `prepacked` and is labelled so.
 *  6 repeats    `run(n)` does the work n times; doing it again gives the same result.
 *  7 done       Without a timer, the work is done when `run` returns.
 *  8 memory     Host memory is 64-byte aligned. Strides are in elements.
 *  9 manners    No exception, exit, longjmp, signal handler, changed floating-point mode, changed
 *               locale or write to standard output leaves a plugin.
 * 10 refusals   Every status but SWM_OK comes with a sentence in `swm_error.message`.
 *
 * OPERATIONS: inputs -> output, all row-major, T is problem.dtype.
 *  gemm       A[m x k], B[k x n] -> C[m x n] = A*B. Overwrites C; k = 0 gives zeros.
 *  gradient   X[examples x features], y[examples], rows[batch] (int32), params[P] -> grads[P]:
 *             the gradient of the loss averaged over the examples X[rows[i]], i < batch.
 *               linear   y is T, P = features + 1 (weights, then bias); loss (x.w + bias - y)^2
 * / 2. softmax  y is int32 labels 0..outputs-1, P = features*outputs + outputs (weights W[features
 * x outputs], then bias[outputs]); loss is the cross entropy of softmax(x.W + bias). bowl     y is
 * empty, P = features; loss |params - x|^2. sgd_epoch  X, y, order[examples] (int32), params[P] ->
 * result[P]: one epoch of plain SGD begun at `params`: shuffle a copy of `order` by the rule of
 * swm_problem.seed, then for each run of `batch` examples (the last may be shorter) w -=
 * learning_rate * gradient. read       X[n] -> S[1]: the sum of X, in any order. triad      B[n],
 * C[n], s[1] -> A[n] = B + s*C. fma        X[n], c[2] -> Y[n]: Y[j] = X[j], then k times Y[j] =
 * c[0]*Y[j] + c[1] (fused).
 */
#ifndef SWM_ABI_H
#define SWM_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SWM_ABI_MAJOR 1
#define SWM_ABI_MINOR 0

#define SWM_EXPORT __attribute__((visibility("default")))

/* True when the struct behind p was built with field f (or is newer). Rule 1. */
#define SWM_HAS(p, type, f) ((p) != NULL && (p)->size >= offsetof(type, f) + sizeof((p)->f))

typedef enum swm_status {
  SWM_OK = 0,
  SWM_UNSUPPORTED = 1, /* this problem or tuning is not for this kernel; not an error */
  SWM_INVALID = 2,
  SWM_OUT_OF_MEMORY = 3,
  SWM_DEVICE_ERROR = 4,
  SWM_FAILED = 5
} swm_status;

typedef enum swm_op {
  SWM_OP_GEMM = 1,
  SWM_OP_GRADIENT = 2,
  SWM_OP_SGD_EPOCH = 3,
  SWM_OP_READ = 4,
  SWM_OP_TRIAD = 5,
  SWM_OP_FMA = 6
} swm_op;

typedef enum swm_dtype {
  SWM_F64 = 1,
  SWM_F32 = 2,
  SWM_F16 = 3,
  SWM_BF16 = 4,
  SWM_I32 = 5
} swm_dtype;

/* The numeric contract: what the products are rounded to. It sets the bound of the check. */
typedef enum swm_math {
  SWM_MATH_NATIVE = 0, /* products and sums in dtype or better */
  SWM_MATH_TF32 = 1,
  SWM_MATH_BF16 = 2,
  SWM_MATH_FP16 = 3
} swm_math;

typedef enum swm_device_kind { SWM_CPU = 1, SWM_CUDA = 2 } swm_device_kind;
typedef enum swm_model {
  SWM_MODEL_NONE = 0,
  SWM_LINEAR = 1,
  SWM_SOFTMAX = 2,
  SWM_BOWL = 3
} swm_model;
typedef enum swm_param_kind {
  SWM_PARAM_INT = 1,
  SWM_PARAM_REAL = 2,
  SWM_PARAM_CHOICE = 3
} swm_param_kind;
typedef enum swm_scale { SWM_SCALE_LINEAR = 1, SWM_SCALE_POW2 = 2 } swm_scale;

/* Filled by the callee, owned by the caller. The text is cut at capacity - 1 bytes. */
typedef struct swm_error {
  uint32_t size;
  uint32_t reserved;
  char* message;
  size_t capacity;
} swm_error;

/* The value of a parameter: `i` for INT, `d` for REAL, `i` as an index into choices for CHOICE. */
typedef union swm_value {
  int64_t i;
  double d;
} swm_value;

/* A tuning parameter or hyperparameter: it drives sweep expansion, checks and help text. */
typedef struct swm_param {
  uint32_t size;
  uint32_t kind;  /* swm_param_kind */
  uint32_t scale; /* swm_scale: how a sweep steps through [low, high] */
  uint32_t choice_count;
  const char* name; /* the axis name: block_width, tile, learning_rate, ... */
  const char* unit; /* "" when it has none */
  const char* help;
  swm_value low, high, step, preset; /* inclusive range; preset is used where nothing is said */
  const char* const* choices;        /* CHOICE only, else NULL */
} swm_param;

/* A dense array of rank 0 to 4. A matrix has shape {rows, columns}, stride {leading, 1}. */
typedef struct swm_tensor {
  uint32_t size;
  uint32_t dtype;  /* swm_dtype */
  uint32_t device; /* swm_device_kind: where `data` lies */
  uint32_t rank;
  int64_t shape[4];
  int64_t stride[4]; /* in elements */
  void* data;
} swm_tensor;

typedef struct swm_problem {
  uint32_t size;
  uint32_t op;           /* swm_op */
  uint32_t dtype;        /* swm_dtype */
  uint32_t math;         /* swm_math */
  uint32_t threads;      /* the most threads `run` may keep busy, at least 1 */
  uint32_t device_index; /* which device of the kernel's kind */
  int64_t m, n, k;       /* gemm; n for read and triad; n and k for fma */
  uint32_t model;        /* swm_model, for gradient and sgd_epoch */
  uint32_t reserved;
  int64_t examples, features, outputs, batch; /* gradient and sgd_epoch; batch >= 1 */
  double learning_rate;                       /* sgd_epoch */
  /* sgd_epoch: a std::mt19937_64 engine g seeded with this; then for i = examples-1 down to 1 swap
   * order[i] with order[j], j = the high 64 bits of the 128-bit product g() * (i + 1). */
  uint64_t seed;
} swm_problem;

typedef struct swm_operands {
  uint32_t size;
  uint32_t input_count;
  const swm_tensor* const* inputs; /* in the order of the table at the top of this file */
  const swm_tensor* output;
} swm_operands;

/* What an implementation really does, beside the nominal counts of the operation. */
typedef struct swm_counts {
  uint32_t size;
  uint32_t reserved;
  double flops, bytes_read, bytes_written;
} swm_counts;

/* For work that outlives the call. On the CPU a kernel has none: the host's clock is right there.
 * start and stop surround run on the host thread; stop waits for the work and gives its time. */
typedef struct swm_timer {
  uint32_t size;
  uint32_t reserved;
  swm_status (*start)(void* instance, swm_error* error);
  swm_status (*stop)(void* instance, double* nanoseconds, swm_error* error);
  swm_status (*flush_cache)(void* instance, swm_error* error); /* may be NULL */
} swm_timer;

typedef struct swm_kernel {
  uint32_t size;
  uint32_t op;     /* swm_op */
  uint32_t device; /* swm_device_kind */
  uint32_t param_count;
  const char* id; /* dotted, general to special: gemm.cpu.column_block */
  const char* version;
  const char* summary; /* one line */
  const swm_param* const* params;
  /* Whether this problem with this tuning (one value per param) can run. Host thread, any time
   * after load; keeps no pointer. SWM_UNSUPPORTED with a reason, or SWM_OK. */
  swm_status (*supports)(const swm_problem* problem, const swm_value* tuning, swm_error* error);
  /* Makes an instance bound to these operands. The plugin owns *instance until teardown; problem,
   * tuning and the operands struct are read during the call only, the tensors it points to and
   * their data stay until teardown. */
  swm_status (*prepare)(const swm_problem* problem, const swm_value* tuning,
                        const swm_operands* operands, void** instance, swm_error* error);
  /* The only timed call. Host thread; does the operation `repeats` times (rule 6). */
  swm_status (*run)(void* instance, uint64_t repeats, swm_error* error);
  /* Brings the result into operands->output. NULL: `run` already wrote there. */
  swm_status (*fetch)(void* instance, swm_error* error);
  void (*teardown)(void* instance);
  /* Actual counts; NULL: as nominal. */
  void (*counts)(const swm_problem* problem, const swm_value* tuning, swm_counts* counts);
  const swm_timer* timer; /* NULL on the CPU */
  uint32_t prepacked;     /* 1: prepare transforms operands; never ranked with the others */
  uint32_t math;          /* swm_math: the contract the result is checked against */
  /* The threads `run` really uses for this instance; NULL: problem.threads. */
  uint32_t (*threads_used)(void* instance);
} swm_kernel;

/* The vectors an optimizer updates; all of rank 1, one length, owned by the host. */
typedef struct swm_training {
  uint32_t size;
  uint32_t dtype; /* swm_dtype */
  const swm_tensor* params;
  const swm_tensor* grads;         /* already averaged over the batch */
  const swm_tensor* const* states; /* one per name in swm_optimizer.states, zero at the start */
} swm_training;

typedef struct swm_optimizer {
  uint32_t size;
  uint32_t device;      /* swm_device_kind */
  uint32_t param_count; /* hyperparameters */
  uint32_t state_count;
  const char* id; /* optimizer.sgd */
  const char* version;
  const char* summary;
  const swm_param* const* params;
  const char* const* states;
  swm_status (*supports)(const swm_training* training, const swm_value* hyper, swm_error* error);
  swm_status (*create)(const swm_training* training, const swm_value* hyper, void** instance,
                       swm_error* error);
  /* Takes params and states from the bound tensors. NULL: works on them in place. */
  swm_status (*push)(void* instance, swm_error* error);
  /* One update of params from grads; index is 1 on the first step. `scale` multiplies the
   * learning rate of this step (schedules). */
  swm_status (*step)(void* instance, uint64_t index, double scale, swm_error* error);
  /* Brings params and states back into the bound tensors. NULL: in place. */
  swm_status (*fetch)(void* instance, swm_error* error);
  void (*destroy)(void* instance);
  const swm_timer* timer; /* NULL on the CPU */
} swm_optimizer;

typedef struct swm_host {
  uint32_t size;
  uint16_t abi_major, abi_minor;
  /* level 0 = error, 1 = warning, 2 = information. Any thread; the text is copied. */
  void (*log)(const struct swm_host* host, int level, const char* message);
} swm_host;

typedef struct swm_plugin {
  uint32_t size;
  uint16_t abi_major, abi_minor;
  const char *id, *version, *author, *license;
  const char *compiler, *flags;
  uint32_t kernel_count, optimizer_count;
  const swm_kernel* const* kernels;
  const swm_optimizer* const* optimizers;
  /* The table of an extension by id ("swm.library/1"), or NULL. NULL itself: no extensions. */
  const void* (*extension)(const char* id);
} swm_plugin;

/* "swm.library/1": the library behind the plugin, asked once after load. */
#define SWM_LIBRARY_EXTENSION "swm.library/1"
typedef struct swm_library {
  uint32_t size;
  uint32_t reserved;
  /* One line: name, version and the code path chosen, e.g. "OpenBLAS 0.3.21, core SkylakeX". */
  const char* (*describe)(void);
} swm_library;

/* "swm.libraries/1": a library of its own behind each kernel. The host then runs each kernel of the
 * plugin in a worker of its own, so that neither symbols nor threads of one library meet another's.
 * Such a plugin may offer no kernel at all; swm_library.describe then says why. */
#define SWM_LIBRARIES_EXTENSION "swm.libraries/1"
typedef struct swm_libraries {
  uint32_t size;
  uint32_t reserved;
  /* As swm_library.describe, for the library behind one kernel; asked after its first prepare. */
  const char* (*describe)(const char* kernel_id);
} swm_libraries;

/* "swm.buffers/1": operands that live on a device. */
#define SWM_BUFFERS_EXTENSION "swm.buffers/1"
typedef struct swm_buffers {
  uint32_t size;
  uint32_t device; /* swm_device_kind */
  swm_status (*allocate)(uint32_t device_index, size_t bytes, void** data, swm_error* error);
  void (*release)(uint32_t device_index, void* data);
  swm_status (*copy_in)(uint32_t device_index, void* to_device, const void* from_host, size_t bytes,
                        swm_error* error);
  swm_status (*copy_out)(uint32_t device_index, void* to_host, const void* from_device,
                         size_t bytes, swm_error* error);
} swm_buffers;

/* "swm.device/1": what the devices are. Unknown numbers are negative, unknown texts "". */
#define SWM_DEVICE_EXTENSION "swm.device/1"
typedef struct swm_device {
  uint32_t size;
  uint32_t kind; /* swm_device_kind */
  char name[128], capability[16], driver[32], runtime[32];
  int64_t memory_bytes, l2_bytes;
  int32_t multiprocessors;
  int32_t clock_mhz, memory_clock_mhz, power_watts;
} swm_device;
typedef struct swm_devices {
  uint32_t size;
  uint32_t reserved;
  uint32_t (*count)(void);
  swm_status (*describe)(uint32_t device_index, swm_device* device, swm_error* error);
} swm_devices;

/* The one exported symbol; its name carries the major version. */
#define SWM_ENTRY_NAME "swm_plugin_v1"
typedef const swm_plugin*(swm_entry)(const swm_host* host);

#ifdef __cplusplus
}
#endif
#endif
