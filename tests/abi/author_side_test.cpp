// plugin.hpp turns an author's class into the ABI's table: what it lets through and what it stops.
#include <gtest/gtest.h>
#include <sweepmark/plugin.hpp>
#include <sweepmark/tensor.hpp>

#include <array>
#include <new>
#include <stdexcept>
#include <string>

namespace {

using namespace sweepmark;

int alive = 0;
int runs = 0;

struct Plain {
  static constexpr Info info{"gemm.test.plain", "2.1.0", "a kernel with nothing optional"};
  Plain(const Problem&, Tuning, const Operands&) { ++alive; }
  ~Plain() { --alive; }
  void run() { ++runs; }
};

struct Full {
  static constexpr Info info{"gemm.test.full", "1.0.0",  "a kernel with everything optional",
                             SWM_OP_GEMM,      SWM_CUDA, true,
                             SWM_MATH_TF32};
  static constexpr std::array params{pow2("tile", 32, 1, 64, "a tile"),
                                     real("share", 0.5, 0, 1, "")};
  static Support supports(const Problem& problem, Tuning tuning) {
    if (problem.m == 13) return unsupported("13 brings bad luck");
    if (problem.m == 14) throw std::runtime_error("supports threw");
    return tuning[0].i == 32 ? supported() : unsupported("tile is not 32");
  }
  Full(const Problem& problem, Tuning, const Operands&) {
    if (problem.n == 1) throw std::bad_alloc();
    if (problem.n == 2) throw std::invalid_argument("n is 2");
    if (problem.n == 3) throw std::runtime_error("device on fire");
    if (problem.n == 4) throw 4;
  }
  void run() { throw std::runtime_error("run threw"); }
  void fetch() {}
  std::uint32_t threads_used() const { return 7; }
  static void counts(const Problem&, Tuning, swm_counts& counts) { counts.flops = 5; }
  void start_timer() {}
  double stop_timer() { return 12.5; }
};

constexpr const swm_kernel& plain = detail::KernelAdapter<Plain>::table;
constexpr const swm_kernel& full = detail::KernelAdapter<Full>::table;

struct Call {
  std::array<char, 32> text{};
  swm_error error{sizeof(swm_error), 0, text.data(), text.size()};
  swm_problem problem{};
  std::array<swm_value, 2> tuning{};
  swm_operands operands{};
  void* instance = nullptr;
  Call() {
    problem.size = sizeof problem;
    tuning[0].i = 32;
  }
  swm_status prepare(const swm_kernel& kernel) {
    return kernel.prepare(&problem, tuning.data(), &operands, &instance, &error);
  }
};

TEST(AuthorSide, TablesOfAPlainKernel) {
  EXPECT_EQ(plain.size, sizeof(swm_kernel));
  EXPECT_STREQ(plain.id, "gemm.test.plain");
  EXPECT_EQ(plain.device, SWM_CPU);
  EXPECT_EQ(plain.param_count, 0U);
  EXPECT_EQ(plain.fetch, nullptr);
  EXPECT_EQ(plain.counts, nullptr);
  EXPECT_EQ(plain.timer, nullptr);
  EXPECT_EQ(plain.threads_used, nullptr);
  EXPECT_EQ(plain.prepacked, 0U);
}

TEST(AuthorSide, TablesOfAFullKernel) {
  EXPECT_EQ(full.device, SWM_CUDA);
  EXPECT_EQ(full.math, SWM_MATH_TF32);
  EXPECT_EQ(full.prepacked, 1U);
  ASSERT_EQ(full.param_count, 2U);
  EXPECT_STREQ(full.params[0]->name, "tile");
  EXPECT_EQ(full.params[0]->scale, SWM_SCALE_POW2);
  EXPECT_EQ(full.params[0]->preset.i, 32);
  EXPECT_EQ(full.params[1]->kind, SWM_PARAM_REAL);
  EXPECT_NE(full.fetch, nullptr);
  ASSERT_NE(full.timer, nullptr);
  EXPECT_EQ(full.timer->flush_cache, nullptr);
}

TEST(AuthorSide, RunsAsOftenAsToldAndIsTornDownOnce) {
  Call call;
  ASSERT_EQ(call.prepare(plain), SWM_OK);
  EXPECT_EQ(alive, 1);
  runs = 0;
  EXPECT_EQ(plain.run(call.instance, 3, &call.error), SWM_OK);
  EXPECT_EQ(runs, 3);
  EXPECT_EQ(plain.run(call.instance, 0, &call.error), SWM_OK);
  EXPECT_EQ(runs, 3);
  plain.teardown(call.instance);
  EXPECT_EQ(alive, 0);
}

TEST(AuthorSide, RefusalsCarryTheirReason) {
  Call call;
  call.problem.m = 13;
  EXPECT_EQ(full.supports(&call.problem, call.tuning.data(), &call.error), SWM_UNSUPPORTED);
  EXPECT_STREQ(call.text.data(), "13 brings bad luck");
  call.problem.m = 14;
  EXPECT_EQ(full.supports(&call.problem, call.tuning.data(), &call.error), SWM_FAILED);
  EXPECT_STREQ(call.text.data(), "supports threw");
  call.problem.m = 1;
  EXPECT_EQ(full.supports(&call.problem, call.tuning.data(), &call.error), SWM_OK);
}

TEST(AuthorSide, ExceptionsBecomeStatuses) {
  const std::array expected{SWM_OUT_OF_MEMORY, SWM_INVALID, SWM_FAILED, SWM_FAILED};
  const std::array sentences{"out of memory", "n is 2", "device on fire", "unknown exception"};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    Call call;
    call.problem.n = static_cast<std::int64_t>(i) + 1;
    EXPECT_EQ(call.prepare(full), expected[i]);
    EXPECT_STREQ(call.text.data(), sentences[i]);
    EXPECT_EQ(call.instance, nullptr);
  }
  Call call;
  ASSERT_EQ(call.prepare(full), SWM_OK);
  EXPECT_EQ(full.run(call.instance, 1, &call.error), SWM_FAILED);
  EXPECT_STREQ(call.text.data(), "run threw");
  full.teardown(call.instance);
}

TEST(AuthorSide, TimerThreadsAndCountsAreAsked) {
  Call call;
  ASSERT_EQ(call.prepare(full), SWM_OK);
  double nanoseconds = 0;
  EXPECT_EQ(full.timer->start(call.instance, &call.error), SWM_OK);
  EXPECT_EQ(full.timer->stop(call.instance, &nanoseconds, &call.error), SWM_OK);
  EXPECT_EQ(nanoseconds, 12.5);
  EXPECT_EQ(full.threads_used(call.instance), 7U);
  swm_counts counts{};
  counts.size = sizeof counts;
  full.counts(&call.problem, call.tuning.data(), &counts);
  EXPECT_EQ(counts.flops, 5);
  full.teardown(call.instance);
}

TEST(AuthorSide, LongSentencesAreCutAndEnded) {
  Call call;
  detail::report(&call.error, std::string(100, 'x'));
  EXPECT_EQ(std::string(call.text.data()), std::string(call.text.size() - 1, 'x'));
  swm_error nowhere{sizeof(swm_error), 0, nullptr, 0};
  detail::report(&nowhere, "lost");
  detail::report(nullptr, "lost");
}

TEST(AuthorSide, AViewOfTheWrongTensorThrows) {
  swm_tensor t{};
  t.size = sizeof t;
  t.dtype = SWM_F32;
  t.rank = 2;
  EXPECT_THROW(matrix<double>(t), std::invalid_argument);
  EXPECT_THROW(vector<float>(t), std::invalid_argument);
  EXPECT_NO_THROW(matrix<float>(t));
}

}  // namespace
