// The growth rule (rule 1), frozen: a plugin built today finds every field where it was, in every
// later 1.x. A field that is appended adds a line here; a line that must change is a new major.
#include <gtest/gtest.h>
#include <sweepmark/abi.h>

#include <cstddef>

namespace {

struct Field {
  const char* name;
  std::size_t found, frozen;
};

#define SWM_FIELD(type, field, offset) \
  Field { #type "." #field, offsetof(type, field), offset }
constexpr Field fields[] = {
    SWM_FIELD(swm_error, size, 0),
    SWM_FIELD(swm_error, reserved, 4),
    SWM_FIELD(swm_error, message, 8),
    SWM_FIELD(swm_error, capacity, 16),
    SWM_FIELD(swm_param, size, 0),
    SWM_FIELD(swm_param, kind, 4),
    SWM_FIELD(swm_param, scale, 8),
    SWM_FIELD(swm_param, choice_count, 12),
    SWM_FIELD(swm_param, name, 16),
    SWM_FIELD(swm_param, unit, 24),
    SWM_FIELD(swm_param, help, 32),
    SWM_FIELD(swm_param, low, 40),
    SWM_FIELD(swm_param, high, 48),
    SWM_FIELD(swm_param, step, 56),
    SWM_FIELD(swm_param, preset, 64),
    SWM_FIELD(swm_param, choices, 72),
    SWM_FIELD(swm_tensor, size, 0),
    SWM_FIELD(swm_tensor, dtype, 4),
    SWM_FIELD(swm_tensor, device, 8),
    SWM_FIELD(swm_tensor, rank, 12),
    SWM_FIELD(swm_tensor, shape, 16),
    SWM_FIELD(swm_tensor, stride, 48),
    SWM_FIELD(swm_tensor, data, 80),
    SWM_FIELD(swm_problem, size, 0),
    SWM_FIELD(swm_problem, op, 4),
    SWM_FIELD(swm_problem, dtype, 8),
    SWM_FIELD(swm_problem, math, 12),
    SWM_FIELD(swm_problem, threads, 16),
    SWM_FIELD(swm_problem, device_index, 20),
    SWM_FIELD(swm_problem, m, 24),
    SWM_FIELD(swm_problem, n, 32),
    SWM_FIELD(swm_problem, k, 40),
    SWM_FIELD(swm_problem, model, 48),
    SWM_FIELD(swm_problem, reserved, 52),
    SWM_FIELD(swm_problem, examples, 56),
    SWM_FIELD(swm_problem, features, 64),
    SWM_FIELD(swm_problem, outputs, 72),
    SWM_FIELD(swm_problem, batch, 80),
    SWM_FIELD(swm_problem, learning_rate, 88),
    SWM_FIELD(swm_problem, seed, 96),
    SWM_FIELD(swm_operands, size, 0),
    SWM_FIELD(swm_operands, input_count, 4),
    SWM_FIELD(swm_operands, inputs, 8),
    SWM_FIELD(swm_operands, output, 16),
    SWM_FIELD(swm_counts, size, 0),
    SWM_FIELD(swm_counts, reserved, 4),
    SWM_FIELD(swm_counts, flops, 8),
    SWM_FIELD(swm_counts, bytes_read, 16),
    SWM_FIELD(swm_counts, bytes_written, 24),
    SWM_FIELD(swm_timer, size, 0),
    SWM_FIELD(swm_timer, reserved, 4),
    SWM_FIELD(swm_timer, start, 8),
    SWM_FIELD(swm_timer, stop, 16),
    SWM_FIELD(swm_timer, flush_cache, 24),
    SWM_FIELD(swm_kernel, size, 0),
    SWM_FIELD(swm_kernel, op, 4),
    SWM_FIELD(swm_kernel, device, 8),
    SWM_FIELD(swm_kernel, param_count, 12),
    SWM_FIELD(swm_kernel, id, 16),
    SWM_FIELD(swm_kernel, version, 24),
    SWM_FIELD(swm_kernel, summary, 32),
    SWM_FIELD(swm_kernel, params, 40),
    SWM_FIELD(swm_kernel, supports, 48),
    SWM_FIELD(swm_kernel, prepare, 56),
    SWM_FIELD(swm_kernel, run, 64),
    SWM_FIELD(swm_kernel, fetch, 72),
    SWM_FIELD(swm_kernel, teardown, 80),
    SWM_FIELD(swm_kernel, counts, 88),
    SWM_FIELD(swm_kernel, timer, 96),
    SWM_FIELD(swm_kernel, prepacked, 104),
    SWM_FIELD(swm_kernel, math, 108),
    SWM_FIELD(swm_kernel, threads_used, 112),
    SWM_FIELD(swm_training, size, 0),
    SWM_FIELD(swm_training, dtype, 4),
    SWM_FIELD(swm_training, params, 8),
    SWM_FIELD(swm_training, grads, 16),
    SWM_FIELD(swm_training, states, 24),
    SWM_FIELD(swm_optimizer, size, 0),
    SWM_FIELD(swm_optimizer, device, 4),
    SWM_FIELD(swm_optimizer, param_count, 8),
    SWM_FIELD(swm_optimizer, state_count, 12),
    SWM_FIELD(swm_optimizer, id, 16),
    SWM_FIELD(swm_optimizer, version, 24),
    SWM_FIELD(swm_optimizer, summary, 32),
    SWM_FIELD(swm_optimizer, params, 40),
    SWM_FIELD(swm_optimizer, states, 48),
    SWM_FIELD(swm_optimizer, supports, 56),
    SWM_FIELD(swm_optimizer, create, 64),
    SWM_FIELD(swm_optimizer, push, 72),
    SWM_FIELD(swm_optimizer, step, 80),
    SWM_FIELD(swm_optimizer, fetch, 88),
    SWM_FIELD(swm_optimizer, destroy, 96),
    SWM_FIELD(swm_optimizer, timer, 104),
    SWM_FIELD(swm_host, size, 0),
    SWM_FIELD(swm_host, abi_major, 4),
    SWM_FIELD(swm_host, abi_minor, 6),
    SWM_FIELD(swm_host, log, 8),
    SWM_FIELD(swm_plugin, size, 0),
    SWM_FIELD(swm_plugin, abi_major, 4),
    SWM_FIELD(swm_plugin, abi_minor, 6),
    SWM_FIELD(swm_plugin, id, 8),
    SWM_FIELD(swm_plugin, version, 16),
    SWM_FIELD(swm_plugin, author, 24),
    SWM_FIELD(swm_plugin, license, 32),
    SWM_FIELD(swm_plugin, compiler, 40),
    SWM_FIELD(swm_plugin, flags, 48),
    SWM_FIELD(swm_plugin, kernel_count, 56),
    SWM_FIELD(swm_plugin, optimizer_count, 60),
    SWM_FIELD(swm_plugin, kernels, 64),
    SWM_FIELD(swm_plugin, optimizers, 72),
    SWM_FIELD(swm_plugin, extension, 80),
    SWM_FIELD(swm_library, size, 0),
    SWM_FIELD(swm_library, reserved, 4),
    SWM_FIELD(swm_library, describe, 8),
    SWM_FIELD(swm_libraries, size, 0),
    SWM_FIELD(swm_libraries, reserved, 4),
    SWM_FIELD(swm_libraries, describe, 8),
    SWM_FIELD(swm_buffers, size, 0),
    SWM_FIELD(swm_buffers, device, 4),
    SWM_FIELD(swm_buffers, allocate, 8),
    SWM_FIELD(swm_buffers, release, 16),
    SWM_FIELD(swm_buffers, copy_in, 24),
    SWM_FIELD(swm_buffers, copy_out, 32),
    SWM_FIELD(swm_device, size, 0),
    SWM_FIELD(swm_device, kind, 4),
    SWM_FIELD(swm_device, name, 8),
    SWM_FIELD(swm_device, capability, 136),
    SWM_FIELD(swm_device, driver, 152),
    SWM_FIELD(swm_device, runtime, 184),
    SWM_FIELD(swm_device, memory_bytes, 216),
    SWM_FIELD(swm_device, l2_bytes, 224),
    SWM_FIELD(swm_device, multiprocessors, 232),
    SWM_FIELD(swm_device, clock_mhz, 236),
    SWM_FIELD(swm_device, memory_clock_mhz, 240),
    SWM_FIELD(swm_device, power_watts, 244),
    SWM_FIELD(swm_devices, size, 0),
    SWM_FIELD(swm_devices, reserved, 4),
    SWM_FIELD(swm_devices, count, 8),
    SWM_FIELD(swm_devices, describe, 16),
};

// At least this: sizes grow, and a struct never shrinks below what 1.0 had.
#define SWM_SIZE(type, bytes) \
  Field { #type, sizeof(type), bytes }
constexpr Field sizes[] = {
    SWM_SIZE(swm_error, 24),      SWM_SIZE(swm_param, 80),     SWM_SIZE(swm_tensor, 88),
    SWM_SIZE(swm_problem, 104),   SWM_SIZE(swm_operands, 24),  SWM_SIZE(swm_counts, 32),
    SWM_SIZE(swm_timer, 32),      SWM_SIZE(swm_kernel, 120),   SWM_SIZE(swm_training, 32),
    SWM_SIZE(swm_optimizer, 112), SWM_SIZE(swm_host, 16),      SWM_SIZE(swm_plugin, 88),
    SWM_SIZE(swm_library, 16),    SWM_SIZE(swm_buffers, 40),   SWM_SIZE(swm_device, 248),
    SWM_SIZE(swm_devices, 24),    SWM_SIZE(swm_libraries, 16),
};

TEST(AbiLayout, EveryFieldStaysWhereItWas) {
  if (sizeof(void*) != 8) GTEST_SKIP() << "the frozen offsets are those of 64-bit pointers";
  for (const Field& field : fields) EXPECT_EQ(field.found, field.frozen) << field.name;
}

TEST(AbiLayout, StructsOnlyGrow) {
  if (sizeof(void*) != 8) GTEST_SKIP() << "the frozen sizes are those of 64-bit pointers";
  for (const Field& size : sizes) EXPECT_GE(size.found, size.frozen) << size.name;
}

TEST(AbiLayout, NumbersThatCrossTheBoundaryStay) {
  EXPECT_EQ(SWM_ABI_MAJOR, 1);
  EXPECT_STREQ(SWM_ENTRY_NAME, "swm_plugin_v1");
  EXPECT_EQ((std::array{SWM_OK, SWM_UNSUPPORTED, SWM_INVALID, SWM_OUT_OF_MEMORY, SWM_DEVICE_ERROR,
                        SWM_FAILED}),
            (std::array{swm_status(0), swm_status(1), swm_status(2), swm_status(3), swm_status(4),
                        swm_status(5)}));
  EXPECT_EQ(SWM_OP_GEMM, 1);
  EXPECT_EQ(SWM_OP_GRADIENT, 2);
  EXPECT_EQ(SWM_OP_SGD_EPOCH, 3);
  EXPECT_EQ(SWM_OP_READ, 4);
  EXPECT_EQ(SWM_OP_TRIAD, 5);
  EXPECT_EQ(SWM_OP_FMA, 6);
  EXPECT_EQ(SWM_F64, 1);
  EXPECT_EQ(SWM_F32, 2);
  EXPECT_EQ(SWM_F16, 3);
  EXPECT_EQ(SWM_BF16, 4);
  EXPECT_EQ(SWM_I32, 5);
  EXPECT_EQ(SWM_MATH_NATIVE, 0);
  EXPECT_EQ(SWM_MATH_TF32, 1);
  EXPECT_EQ(SWM_MATH_BF16, 2);
  EXPECT_EQ(SWM_MATH_FP16, 3);
  EXPECT_EQ(SWM_CPU, 1);
  EXPECT_EQ(SWM_CUDA, 2);
  EXPECT_EQ(SWM_PARAM_INT, 1);
  EXPECT_EQ(SWM_PARAM_REAL, 2);
  EXPECT_EQ(SWM_PARAM_CHOICE, 3);
  EXPECT_EQ(SWM_SCALE_LINEAR, 1);
  EXPECT_EQ(SWM_SCALE_POW2, 2);
}

}  // namespace
