// The packed product against a double-precision reference: shapes, strides, blocks, SIMD targets.
#include "kernels/cpu/packed_gemm.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/cpu/simd_target.hpp"

namespace sweepmark::kernels {
namespace {

struct Shape {
  std::int64_t m, n, k;
};

struct Strides {
  std::int64_t a = 0, b = 0, c = 0;  // beyond the row length
};

/// Rows of `columns` values in (-1, 1), `stride` apart, ending with the last row's last value: the
/// sanitizer then sees every read past the end. The gaps hold NaN, which no result may pick up.
template <class T>
std::vector<T> random_rows(std::int64_t rows, std::int64_t columns, std::int64_t stride,
                           unsigned seed) {
  const std::int64_t size = rows > 0 && columns > 0 ? (rows - 1) * stride + columns : 0;
  std::vector<T> values(static_cast<std::size_t>(size), std::numeric_limits<T>::quiet_NaN());
  std::mt19937 engine(seed);
  std::uniform_real_distribution<T> uniform(T(-1), T(1));
  for (std::int64_t i = 0; i < size; ++i) {
    if (i % stride < columns) values[static_cast<std::size_t>(i)] = uniform(engine);
  }
  return values;
}

/// One product by `multiply(a, lda, b, ldb, c, ldc)`, compared element by element. The bound is the
/// one of any order of k additions: N. Higham, Accuracy and Stability, 2002, section 3.1.
template <class T, class Multiply>
void expect_product(const Shape& s, const Strides& pad, Multiply&& multiply) {
  const std::int64_t lda = s.k + pad.a, ldb = s.n + pad.b, ldc = s.n + pad.c;
  const auto a = random_rows<T>(s.m, s.k, std::max<std::int64_t>(lda, 1), 1);
  const auto b = random_rows<T>(s.k, s.n, std::max<std::int64_t>(ldb, 1), 2);
  const T untouched = T(77);
  const std::int64_t size = s.m > 0 && s.n > 0 ? (s.m - 1) * ldc + s.n : 0;
  std::vector<T> c(static_cast<std::size_t>(size), untouched);
  for (std::int64_t i = 0; i < size; ++i) {
    if (i % ldc < s.n) c[static_cast<std::size_t>(i)] = std::numeric_limits<T>::quiet_NaN();
  }
  multiply(a.data(), lda, b.data(), ldb, c.data(), ldc);
  for (std::int64_t i = 0; i < size; ++i) {
    const std::int64_t row = i / ldc, column = i % ldc;
    const auto got = static_cast<double>(c[static_cast<std::size_t>(i)]);
    if (column >= s.n) {
      ASSERT_EQ(got, static_cast<double>(untouched)) << "wrote beyond row " << row;
      continue;
    }
    double sum = 0, magnitude = 0;
    for (std::int64_t p = 0; p < s.k; ++p) {
      const double term = static_cast<double>(a[static_cast<std::size_t>(row * lda + p)]) *
                          static_cast<double>(b[static_cast<std::size_t>(p * ldb + column)]);
      sum += term;
      magnitude += std::abs(term);
    }
    const double bound =
        2 * std::numeric_limits<T>::epsilon() * static_cast<double>(s.k + 1) * magnitude;
    ASSERT_NEAR(got, sum, bound) << simd_target_name() << " m " << s.m << " n " << s.n << " k "
                                 << s.k << " at " << row << ", " << column;
  }
}

template <class T>
void expect_gemm(const Shape& s, const Strides& pad = {}, int threads = 1, Blocking blocking = {}) {
  PackedGemm<T> gemm(s.m, s.n, s.k, threads, blocking);
  expect_product<T>(s, pad, [&](auto... operands) { gemm.multiply(operands...); });
}

/// Runs `body` once for every SIMD target this machine has.
template <class Body>
void for_each_target(Body&& body) {
  for (const std::string& name : simd_targets()) {
    ASSERT_TRUE(force_simd_target(name));
    ASSERT_EQ(simd_target_name(), name);
    body();
  }
  force_simd_target("");
}

template <class T>
class PackedGemmTest : public testing::Test {};
using ElementTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(PackedGemmTest, ElementTypes);

TYPED_TEST(PackedGemmTest, EveryMixOfSmallSizes) {
  const std::int64_t sizes[] = {0, 1, 2, 3, 5, 7, 8, 13, 16, 17, 31, 33};
  for_each_target([&] {
    for (const std::int64_t m : sizes) {
      for (const std::int64_t n : sizes) {
        for (const std::int64_t k : sizes) expect_gemm<TypeParam>({m, n, k});
      }
    }
  });
}

TYPED_TEST(PackedGemmTest, SampleUpTo130) {
  std::mt19937 engine(130);
  std::uniform_int_distribution<std::int64_t> size(1, 130), pad(0, 5);
  for_each_target([&] {
    for (int i = 0; i < 60; ++i) {
      const Shape shape{size(engine), size(engine), size(engine)};
      expect_gemm<TypeParam>(shape, {pad(engine), pad(engine), pad(engine)});
    }
  });
}

TYPED_TEST(PackedGemmTest, SquaresOfConstantSize) {
  for_each_target([] {
    for (const std::int64_t n : {16, 32, 64}) {
      expect_gemm<TypeParam>({n, n, n});
      expect_gemm<TypeParam>({n, n, n}, {1, 0, 0});
    }
  });
}

TYPED_TEST(PackedGemmTest, ThinOnesBeyondOneSliceOfK) {
  for_each_target([] {
    for (std::int64_t n = 1; n <= 9; ++n) expect_gemm<TypeParam>({21, n, 2311}, {1, 2, 3});
  });
}

TYPED_TEST(PackedGemmTest, PackedPathWithPrimesAndStrides) {
  for_each_target([] {
    expect_gemm<TypeParam>({331, 317, 307}, {3, 1, 2});
    expect_gemm<TypeParam>({15, 2099, 1013}, {0, 5, 1});
  });
}

TYPED_TEST(PackedGemmTest, EveryBlockingIsRight) {
  for (const Blocking blocking : {Blocking{29, 37, 70}, Blocking{64, 5000, 32}, Blocking{1, 16, 64},
                                  Blocking{1000, 1, 1000}}) {
    PackedGemm<TypeParam> gemm(311, 331, 313, 1, blocking);
    EXPECT_STREQ(gemm.path(), "packed");
    EXPECT_LE(gemm.blocking().kc, (blocking.kc + 15) / 16 * 16);
    EXPECT_LE(gemm.blocking().mc, blocking.mc);
    expect_gemm<TypeParam>({311, 331, 313}, {}, 1, blocking);
  }
}

TYPED_TEST(PackedGemmTest, ThreadsSplitTheSameProduct) {
  for (const int threads : {2, 3, 4}) {
    expect_gemm<TypeParam>({130, 120, 110}, {1, 2, 3}, threads);
    expect_gemm<TypeParam>({337, 331, 317}, {1, 2, 3}, threads);
    expect_gemm<TypeParam>({1009, 3, 257}, {1, 2, 3}, threads);
    expect_gemm<TypeParam>({1, 1, 1}, {}, threads);
  }
}

TYPED_TEST(PackedGemmTest, SecondMultiplyOverwritesTheFirst) {
  PackedGemm<TypeParam> gemm(311, 313, 317);
  const auto twice = [&](auto... operands) {
    gemm.multiply(operands...);
    gemm.multiply(operands...);
  };
  expect_product<TypeParam>({311, 313, 317}, {}, twice);
}

TYPED_TEST(PackedGemmTest, ColumnBlocksCoverAllColumns) {
  for (const std::int64_t width : {1, 3, 16, 64, 1000}) {
    for (const std::int64_t n : {0, 1, 64, 130}) {
      PackedColumnBlock<TypeParam> blocks(65, n, 47, width);
      expect_product<TypeParam>({65, n, 47}, {1, 2, 3},
                                [&](auto... operands) { blocks.multiply(operands...); });
    }
  }
}

TYPED_TEST(PackedGemmTest, BadArgumentsThrow) {
  EXPECT_THROW(PackedGemm<TypeParam>(-1, 1, 1), std::invalid_argument);
  EXPECT_THROW(PackedGemm<TypeParam>(1, -1, 1), std::invalid_argument);
  EXPECT_THROW(PackedGemm<TypeParam>(1, 1, -1), std::invalid_argument);
  EXPECT_THROW(PackedGemm<TypeParam>(1, 1, 1, 0), std::invalid_argument);
  EXPECT_THROW(PackedColumnBlock<TypeParam>(1, 1, 1, 0), std::invalid_argument);
}

TEST(DefaultBlockingTest, BlocksFitTheirCaches) {
  for (const std::int64_t element : {4, 8}) {
    const CacheSizes caches{48 * 1024, 2048 * 1024, 32 * 1024 * 1024};
    const Blocking blocking = default_blocking(caches, element);
    EXPECT_LE(blocking.kc * 128, caches.level1);
    EXPECT_LE(blocking.mc * blocking.kc * element, caches.level2 / 2);
    EXPECT_LE(blocking.kc * blocking.nc * element, caches.level3 / 2);
    EXPECT_GE(blocking.kc, 64);
  }
  const Blocking nothing = default_blocking(CacheSizes{0, 0, 0}, 4);
  EXPECT_GT(nothing.mc, 0);
  EXPECT_GT(nothing.kc, 0);
  EXPECT_GT(nothing.nc, 0);
}

TEST(SimdTargetTest, UnknownNameIsRefused) {
  EXPECT_FALSE(force_simd_target("ABACUS"));
  EXPECT_FALSE(simd_targets().empty());
  EXPECT_EQ(simd_target_name(), simd_targets().front());
}

}  // namespace
}  // namespace sweepmark::kernels
