// Every gemm kernel of every plugin named at the end of this file, over the shapes and tunings
// where loops, tiles, edges and leading dimensions go wrong.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "gemm_through_abi.hpp"
#include "loaded_plugin.hpp"

namespace {

using namespace sweepmark::test;

// A sanitizer makes these loops 30 times slower; a fifth of the sampled shapes still walks every
// edge of every kernel.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

class GemmPlugin : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string path = std::string(SWEEPMARK_PLUGIN_DIR) + "/" + GetParam() + ".swm.so";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " was not built";
    plugin_ = &load_plugin(path);
  }

  // Calls f(kernel, tuning) for every CPU gemm kernel with every tuning worth trying.
  template <class F>
  void for_each_kernel(F&& f) {
    for (std::uint32_t i = 0; i < plugin_->kernel_count; ++i) {
      const swm_kernel& kernel = *plugin_->kernels[i];
      if (kernel.op != SWM_OP_GEMM || kernel.device != SWM_CPU) continue;
      for (const TuningValues& tuning : tunings_to_try(kernel)) f(kernel, tuning);
    }
  }

  template <class T>
  void expect_right(GemmOperands<T>& data, std::uint32_t threads = 1) {
    for_each_kernel([&](const swm_kernel& kernel, const TuningValues& tuning) {
      // A kernel may be made for certain shapes only; it says so with a reason.
      const auto found = run_through_abi(kernel, tuning, data, threads);
      if (found && found->rfind("unsupported: ", 0) == 0 && found->size() > 13) return;
      EXPECT_FALSE(found) << kernel.id << " " << data.shape.text() << " tuning "
                          << (tuning.empty() ? std::string("none") : std::to_string(tuning[0].i))
                          << " threads " << threads << ": " << *found;
    });
  }

  template <class T>
  void expect_right(Shape shape, std::int64_t padding, std::uint32_t threads = 1) {
    GemmOperands<T> data(shape, padding);
    data.fill_integers(static_cast<unsigned>(shape.m * 7 + shape.n * 5 + shape.k));
    expect_right(data, threads);
  }

  // A literal case: these inputs, this C, from every kernel.
  void expect_product(Shape shape, const std::vector<float>& a, const std::vector<float>& b,
                      const std::vector<float>& c) {
    GemmOperands<float> data(shape, 0);
    std::size_t next = 0;
    for (std::int64_t i = 0; i < shape.m; ++i)
      for (std::int64_t p = 0; p < shape.k; ++p) data.a(i, p) = a[next++];
    next = 0;
    for (std::int64_t p = 0; p < shape.k; ++p)
      for (std::int64_t j = 0; j < shape.n; ++j) data.b(p, j) = b[next++];
    data.expected = c;
    for_each_kernel([&](const swm_kernel& kernel, const TuningValues& tuning) {
      const auto found = run_through_abi(kernel, tuning, data, 1, false);
      EXPECT_FALSE(found) << kernel.id << ": " << *found;
    });
  }

  const swm_plugin* plugin_ = nullptr;
};

TEST_P(GemmPlugin, SampledShapesUpTo130) {
  std::mt19937 engine(130);
  const auto side = [&] { return static_cast<std::int64_t>(1 + engine() % 130); };
  for (int i = 0; i < (sanitized ? 8 : 40); ++i) {
    const Shape shape{side(), side(), side()};
    expect_right<float>(shape, 0);
    expect_right<double>(shape, 0);
  }
}

TEST_P(GemmPlugin, EverySideAloneFrom1To130) {
  for (std::int64_t side = 1; side <= 130; ++side) {
    expect_right<float>({side, 5, 3}, 0);
    expect_right<float>({3, side, 5}, 0);
    expect_right<double>({5, 3, side}, 0);
  }
}

TEST_P(GemmPlugin, Primes) {
  for (const Shape shape :
       {Shape{2, 3, 5}, Shape{7, 11, 13}, Shape{31, 61, 127}, Shape{127, 1, 31}, Shape{1, 127, 61},
        Shape{1, 1, 127}, Shape{131, 137, 139}, Shape{67, 257, 71}, Shape{257, 3, 1031}}) {
    expect_right<float>(shape, 0);
    expect_right<double>(shape, 0);
  }
}

TEST_P(GemmPlugin, RowsApartInMemory) {
  for (const std::int64_t padding : {1, 3, 16, 129})
    for (const Shape shape :
         {Shape{1, 1, 1}, Shape{5, 1, 7}, Shape{1, 9, 4}, Shape{33, 17, 65}, Shape{100, 130, 16}}) {
      expect_right<float>(shape, padding);
      expect_right<double>(shape, padding);
    }
}

TEST_P(GemmPlugin, Threads) {
  for (const std::uint32_t threads : {2U, 3U, 8U})
    for (const Shape shape : {Shape{1, 1, 1}, Shape{2, 130, 7}, Shape{130, 2, 7},
                              Shape{65, 127, 33}, Shape{0, 3, 2}, Shape{3, 2, 0}})
      expect_right<float>(shape, 2, threads);
}

// ../shared/cases/cases.md, 23: an edge left unwritten when the size is no multiple of the tile.
TEST_P(GemmPlugin, OnesGiveNEverywhere) {
  for (const std::int64_t n : {1, 31, 100}) {
    GemmOperands<float> data({n, n, n}, 0);
    data.a.fill(1);
    data.b.fill(1);
    data.make_expected();
    ASSERT_EQ(data.expected.front(), static_cast<float>(n));
    expect_right(data);
  }
}

TEST_P(GemmPlugin, OnesGive1000Everywhere) {
  if (sanitized) GTEST_SKIP() << "minutes under a sanitizer; the same edges at 31 and 100 are not";
  GemmOperands<float> data({1000, 1000, 1000}, 0);
  data.a.fill(1);
  data.b.fill(1);
  data.expected.assign(1000 * 1000, 1000);
  for (std::uint32_t i = 0; i < plugin_->kernel_count; ++i) {
    const swm_kernel& kernel = *plugin_->kernels[i];
    if (kernel.op != SWM_OP_GEMM || kernel.device != SWM_CPU) continue;
    // A million calls through PyTorch's dispatcher take minutes on a busy machine.
    if (std::string(kernel.id) == "gemm.torch.dot") continue;
    TuningValues tuning = presets(kernel);
    if (!tuning.empty() && kernel.params[0]->kind == SWM_PARAM_INT) tuning[0].i = 32;
    const auto found = run_through_abi(kernel, tuning, data, 1, false);
    EXPECT_FALSE(found) << kernel.id << ": " << *found;
  }
}

// Case 25: sides of 0.
TEST_P(GemmPlugin, ZeroSides) {
  for (const Shape shape : {Shape{0, 3, 2}, Shape{2, 0, 3}, Shape{2, 3, 0}, Shape{0, 0, 0},
                            Shape{0, 0, 2}, Shape{1, 1, 0}, Shape{100, 70, 0}})
    for (const std::int64_t padding : {0, 5}) {
      expect_right<float>(shape, padding);
      expect_right<double>(shape, padding);
    }
}

// Case 31: row-major operands given to a column-major library come out right for squares only.
TEST_P(GemmPlugin, TwoByThreeTimesThreeByFour) {
  expect_product({2, 4, 3}, {1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
                 {38, 44, 50, 56, 83, 98, 113, 128});
}

// Case 32: 5, 14, 0 is the known wrong answer.
TEST_P(GemmPlugin, MatrixTimesVector) {
  expect_product({3, 1, 2}, {1, 2, 3, 4, 5, 6}, {1, 2}, {5, 11, 17});
}

// Leading dimensions above 2^31: index arithmetic in 32 bits reads elsewhere. A plugin whose
// library cannot do it must say so.
TEST_P(GemmPlugin, RowsMoreThan2To31ElementsApart) {
  constexpr std::int64_t stride = (std::int64_t{1} << 31) + 7;
  constexpr std::size_t bytes = static_cast<std::size_t>(stride + 64) * sizeof(float);
  std::vector<float*> memory;
  for (int i = 0; i < 3; ++i) {
    void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) GTEST_SKIP() << "no address space for 8 GiB operands";
    memory.push_back(static_cast<float*>(p));
  }
  const auto tensor = [&](float* data) {
    return swm_tensor{sizeof(swm_tensor), SWM_F32,           SWM_CPU, 2,
                      {2, 2, 0, 0},       {stride, 1, 0, 0}, data};
  };
  const swm_tensor a = tensor(memory[0]), b = tensor(memory[1]), c = tensor(memory[2]);
  const auto set = [&](float* p, float x00, float x01, float x10, float x11) {
    p[0] = x00;
    p[1] = x01;
    p[stride] = x10;
    p[stride + 1] = x11;
  };
  set(memory[0], 1, 2, 3, 4);
  set(memory[1], 5, 6, 7, 8);
  for_each_kernel([&](const swm_kernel& kernel, const TuningValues& tuning) {
    set(memory[2], -1, -1, -1, -1);
    std::array<char, 512> text{};
    swm_error error{sizeof(swm_error), 0, text.data(), text.size()};
    const swm_problem problem = gemm_problem({2, 2, 2}, SWM_F32, 1);
    const std::array<const swm_tensor*, 2> inputs{&a, &b};
    const swm_operands operands{sizeof(swm_operands), 2, inputs.data(), &c};
    if (kernel.supports(&problem, tuning.data(), &error) != SWM_OK) return;
    void* instance = nullptr;
    if (kernel.prepare(&problem, tuning.data(), &operands, &instance, &error) != SWM_OK) {
      EXPECT_NE(text[0], '\0') << kernel.id << " refused without a sentence";
      return;
    }
    EXPECT_EQ(kernel.run(instance, 1, &error), SWM_OK);
    if (kernel.fetch != nullptr) kernel.fetch(instance, &error);
    kernel.teardown(instance);
    EXPECT_EQ(memory[2][0], 19) << kernel.id;
    EXPECT_EQ(memory[2][1], 22) << kernel.id;
    EXPECT_EQ(memory[2][stride], 43) << kernel.id;
    EXPECT_EQ(memory[2][stride + 1], 50) << kernel.id;
  });
  for (float* p : memory) munmap(p, bytes);
}

TEST_P(GemmPlugin, RefusesOtherDtypesWithAReason) {
  for_each_kernel([&](const swm_kernel& kernel, const TuningValues& tuning) {
    std::array<char, 512> text{};
    swm_error error{sizeof(swm_error), 0, text.data(), text.size()};
    const swm_problem problem = gemm_problem({2, 2, 2}, SWM_I32, 1);
    EXPECT_EQ(kernel.supports(&problem, tuning.data(), &error), SWM_UNSUPPORTED) << kernel.id;
    EXPECT_NE(text[0], '\0') << kernel.id;
  });
}

TEST_P(GemmPlugin, SaysItsNameFlagsAndLicence) {
  EXPECT_EQ(std::string(plugin_->id), GetParam());
  EXPECT_NE(std::string(plugin_->flags), "");
  EXPECT_EQ(std::string(plugin_->license), "Apache-2.0");
}

TEST(GemmBlas, DimensionsAboveItsIntegerAreUnsupported) {
  const std::string path = std::string(SWEEPMARK_PLUGIN_DIR) + "/gemm_blas.swm.so";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " was not built";
  const swm_plugin& plugin = load_plugin(path);
  for (std::uint32_t i = 0; i < plugin.kernel_count; ++i) {
    const swm_kernel& kernel = *plugin.kernels[i];
    std::array<char, 512> text{};
    swm_error error{sizeof(swm_error), 0, text.data(), text.size()};
    const swm_problem problem = gemm_problem({std::int64_t{1} << 62, 1, 1}, SWM_F32, 1);
    const TuningValues tuning = presets(kernel);
    if (kernel.supports(&problem, tuning.data(), &error) == SWM_OK)
      GTEST_SKIP() << "this BLAS has 64-bit dimensions";
    EXPECT_NE(std::string(text.data()).find("4611686018427387904"), std::string::npos)
        << text.data();
  }
}

TEST(GemmBlas, SaysWhichLibraryItIs) {
  const std::string path = std::string(SWEEPMARK_PLUGIN_DIR) + "/gemm_blas.swm.so";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " was not built";
  const swm_plugin& plugin = load_plugin(path);
  ASSERT_NE(plugin.extension, nullptr);
  const auto* library = static_cast<const swm_library*>(plugin.extension(SWM_LIBRARY_EXTENSION));
  ASSERT_NE(library, nullptr);
  EXPECT_NE(std::string(library->describe()).find(".so"), std::string::npos) << library->describe();
  EXPECT_EQ(plugin.extension("swm.nothing/1"), nullptr);
}

// One line a plugin with gemm kernels.
INSTANTIATE_TEST_SUITE_P(Built, GemmPlugin,
                         testing::Values("gemm_cpu", "gemm_blas", "gemm_packed", "gemm_eigen",
                                         "gemm_blis", "gemm_onednn", "gemm_libxsmm",
                                         "torch_kernels"),
                         [](const auto& param_info) { return std::string(param_info.param); });

}  // namespace
