#include <set>

#include "expectations.hpp"

namespace sweepmark::host {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string sweep(const std::string& kernels, const std::string& axes,
                  const std::string& more = "") {
  return "[[sweep]]\nkernels = " + kernels + "\n" + more + "[sweep.axes]\n" + axes;
}

TEST(KernelCases, AKernelWithoutAnAxisRunsOnce) {
  const auto plan = expanded(sweep("[\"gemm.cpu.column\", \"gemm.cpu.column_block\"]",
                                   "size = 8\nblock_width = [1, 4]\nthreads = 1\n"));
  EXPECT_THAT(ids_of(plan),
              ElementsAre("gemm.cpu.column/m:8/n:8/k:8/dtype:f32/threads:1/cache:hot",
                          "gemm.cpu.column_block/m:8/n:8/k:8/dtype:f32/threads:1/block_width:1/"
                          "cache:hot",
                          "gemm.cpu.column_block/m:8/n:8/k:8/dtype:f32/threads:1/block_width:4/"
                          "cache:hot"));
  EXPECT_EQ(plan.cases[0].plugin, "gemm_cpu.swm.so");
  EXPECT_THAT(plan.notes, IsEmpty());
}

TEST(KernelCases, UnsaidAxesTakeTheirDefaults) {
  const auto plan = expanded("[[sweep]]\nkernels = \"gemm.cpu.tiled\"\n");
  EXPECT_THAT(ids_of(plan), ElementsAre("gemm.cpu.tiled/m:256/n:256/k:256/dtype:f32/threads:2/"
                                        "tile:64/cache:hot"));
}

TEST(KernelCases, AllThreadsAndOneAreOneCaseOnOneCpu) {
  const Plan plan = parse_plan(sweep("\"gemm.cpu.row\"", "threads = [1, \"all\"]\n"), "p.toml");
  EXPECT_THAT(expand(plan, example_catalog(), {1, 0}).cases, SizeIs(1));
  EXPECT_THAT(expand(plan, example_catalog(), {4, 0}).cases, SizeIs(2));
  EXPECT_EQ(expand(plan, example_catalog(), {4, 7}).cases[1].problem.threads, 4);
  EXPECT_EQ(expand(plan, example_catalog(), {4, 7}).cases[1].seed, 7u);
}

TEST(KernelCases, CasesOfOneProblemStandTogether) {
  const auto plan = expanded(sweep("[\"gemm.cpu.row\", \"gemm.cpu.column\"]",
                                   "dtype = [\"f32\", \"f64\"]\nsize = [2, 1]\nthreads = 1\n"));
  std::vector<std::string> groups;
  for (const auto& c : plan.cases)
    if (groups.empty() || groups.back() != case_group(c)) groups.push_back(case_group(c));
  EXPECT_THAT(groups, SizeIs(4));
  EXPECT_THAT(groups.front(), HasSubstr("m:2/"));
  EXPECT_THAT(groups[1], AllOf(HasSubstr("m:1/"), HasSubstr("f32")));
}

TEST(KernelCases, ZippedAxesAdvanceTogether) {
  const auto plan =
      expanded(sweep("\"gemm.cpu.row\"", "m = [1, 2]\nn = [3, 4]\nk = [5, 6]\nthreads = 1\n",
                     "zip = [[\"m\", \"n\", \"k\"]]\n"));
  EXPECT_THAT(ids_of(plan), ElementsAre("gemm.cpu.row/m:1/n:3/k:5/dtype:f32/threads:1/cache:hot",
                                        "gemm.cpu.row/m:2/n:4/k:6/dtype:f32/threads:1/cache:hot"));
}

TEST(KernelCases, AZipReducesToTheAxesAKernelHas) {
  const auto plan = expanded(sweep("[\"gemm.cpu.row\", \"gemm.cpu.column_block\"]",
                                   "size = [8, 8, 16]\nblock_width = [1, 2, 4]\n",
                                   "zip = [[\"size\", \"block_width\"]]\n"));
  EXPECT_THAT(plan.cases, SizeIs(2 + 3));
}

TEST(KernelCases, ConstraintsBindTheKernelsThatHaveTheAxis) {
  const auto plan = expanded(sweep("[\"gemm.cpu.row\", \"gemm.cpu.column_block\"]",
                                   "size = [4, 16]\nblock_width = [1, 8, 16]\n",
                                   "where = [\"block_width <= n\", \"size > 1\"]\n"));
  EXPECT_THAT(plan.cases, SizeIs(2 + 1 + 3));
  const auto typed =
      expanded(sweep("\"gemm.cpu.row\"", "size = [4, 16]\ndtype = [\"f32\", \"f64\"]\n",
                     "where = \"dtype == f32 || n == 4\"\n"));
  EXPECT_THAT(typed.cases, SizeIs(3));
}

TEST(KernelCases, DuplicatesAreDropped) {
  const std::string one = sweep("\"gemm.cpu.row\"", "size = [4, 4]\n");
  EXPECT_THAT(expanded(one + one).cases, SizeIs(1));
}

TEST(KernelCases, GlobsExcludeAndKeepTheirOrder) {
  const auto plan = expanded(
      sweep("[\"gemm.blas.full\", \"gemm.blas.*\", \"!gemm.*.dot\"]", "size = 4\nthreads = 1\n"));
  std::vector<std::string> kernels;
  for (const auto& c : plan.cases) kernels.push_back(c.kernel);
  EXPECT_THAT(kernels, ElementsAre("gemm.blas.full", "gemm.blas.column", "gemm.blas.row",
                                   "gemm.blas.column_block"));
}

TEST(KernelCases, OnlyKernelsOfTheOperationAreSelected) {
  const auto plan = expanded(
      "[[sweep]]\noperation = \"read\"\nkernels = \"*\"\n"
      "[sweep.axes]\nbytes = [\"48KiB\", 4096]\nthreads = 1\n");
  EXPECT_THAT(ids_of(plan), ElementsAre("read.cpu/n:12288/dtype:f32/threads:1/cache:hot",
                                        "read.cpu/n:1024/dtype:f32/threads:1/cache:hot"));
  const auto triad = expanded(
      "[[sweep]]\noperation = \"triad\"\n[sweep.axes]\n"
      "bytes = 24000\ndtype = \"f64\"\n");
  EXPECT_EQ(triad.cases.at(0).problem.n, 1000);
}

TEST(KernelCases, CaseTwentyFourNamesTheBadBlockWidth) {
  EXPECT_EQ(expansion_error(sweep("\"gemm.cpu.*\"", "size = 64\nblock_width = [0, -8, 16]\n")),
            "plan.toml:5: block_width: found 0, expected an integer from 1 to 1000000 "
            "(gemm.cpu.column_block)");
  EXPECT_THAT(expansion_error(sweep("\"gemm.cpu.*\"", "size = 64\nblock_width = [16, -8]\n")),
              HasSubstr("plan.toml:5: block_width: found -8"));
  EXPECT_THAT(expansion_error(sweep("\"gemm.cpu.*\"", "size = 64\nblock_width = 1.5\n")),
              HasSubstr("block_width: found 1.5"));
  EXPECT_THAT(expansion_error(sweep("\"gemm.cpu.*\"", "size = 64\nblock_width = \"wide\"\n")),
              HasSubstr("block_width: found 'wide'"));
  Plan plan = load_plan("block-width");
  override_axis(plan, parse_axis("block_width=0,-8,16", "--axis"));
  EXPECT_THAT(error_of([&] {
                expand(plan, example_catalog(), {2, 0});
              }),
              HasSubstr("--axis block_width: found 0, expected an integer from 1"));
}

TEST(KernelCases, AValueThatFitsAnotherKernelIsUnsupportedHere) {
  Catalog catalog;
  catalog.plugins = {
      plugin("p", {kernel("gemm.a", Operation::gemm, {integer_param("tile", 4, 1, 8)}),
                   kernel("gemm.b", Operation::gemm, {integer_param("tile", 4, 1, 64)}),
                   kernel("gemm.c", Operation::gemm, {choice_param("order", {"row", "column"})})})};
  const auto plan =
      expanded(sweep("\"*\"", "size = 4\ntile = [8, 64]\norder = [\"column\"]\n"), catalog);
  ASSERT_THAT(plan.cases, SizeIs(5));
  EXPECT_FALSE(plan.cases[0].settled);
  EXPECT_EQ(plan.cases[1].settled, Outcome::unsupported);
  EXPECT_EQ(plan.cases[1].reason, "tile = 64: expected an integer from 1 to 8");
  EXPECT_FALSE(plan.cases[3].settled);
  EXPECT_EQ(plan.cases[4].tuning.at("order"), Value(std::string("column")));
  EXPECT_THAT(
      error_of([&] { expanded(sweep("\"*\"", "size = 4\norder = [\"diagonal\"]\n"), catalog); }),
      HasSubstr("order: found 'diagonal', expected one of row, column (gemm.c)"));
}

TEST(KernelCases, BadValuesNameTheirPlace) {
  const auto refusal = [](const std::string& axes) {
    return expansion_error(sweep("\"gemm.cpu.*\"", axes));
  };
  EXPECT_EQ(refusal("threads = 0\n"),
            "plan.toml:4: threads: found 0, expected an integer from 1 to 4096 or 'all'");
  EXPECT_THAT(refusal("threads = \"some\"\n"), HasSubstr("threads: found 'some'"));
  EXPECT_EQ(refusal("dtype = \"f23\"\n"),
            "plan.toml:4: dtype: found 'f23', expected one of f32, f64, f16, bf16");
  EXPECT_THAT(refusal("cache = \"warm\"\n"), HasSubstr("expected one of hot, cold"));
  EXPECT_THAT(refusal("size = -1\n"), HasSubstr("size: found -1, expected an integer from 0"));
  EXPECT_THAT(refusal("size = 2.5\n"), HasSubstr("size: found 2.5"));
  EXPECT_THAT(refusal("size = \"0x10\"\n"), HasSubstr("size: found '0x10'"));
  EXPECT_THAT(refusal("size = 1099511627776\n"), HasSubstr("more than 2^59 elements"));
  EXPECT_THAT(refusal("device = \"tpu\"\n"), HasSubstr("device: found 'tpu'"));
  EXPECT_EQ(refusal("size = 4\nblok_width = 4\n"),
            "plan.toml:5: unknown axis 'blok_width' for gemm; did you mean 'block_width'?");
  EXPECT_THAT(refusal("size = 4\nm = 4\n"), HasSubstr("which sets the same thing"));
  EXPECT_THAT(refusal("n = 4\n"), HasSubstr("a sweep of gemm needs the axis 'm'"));
  EXPECT_EQ(
      expansion_error(sweep("\"gemm.cpu.row\"", "block_width = 4\n")),
      "plan.toml:4: 'block_width' is an axis of gemm.cpu.column_block, which is not selected");
  EXPECT_THAT(expansion_error("[[sweep]]\noperation = \"read\"\n"), HasSubstr("'n' or 'bytes'"));
  EXPECT_THAT(expansion_error("[[sweep]]\noperation = \"read\"\n[sweep.axes]\nbytes = \"1KB\"\n"),
              HasSubstr("bytes: found '1KB'"));
  EXPECT_THAT(expansion_error("[[sweep]]\noperation = \"fma\"\n[sweep.axes]\nn = 64\n"),
              HasSubstr("needs the axis 'k'"));
}

TEST(KernelCases, ZeroDimensionsAreCases) {
  EXPECT_THAT(expanded(sweep("\"gemm.cpu.row\"", "m = 2\nn = 3\nk = 0\n")).cases, SizeIs(1));
}

TEST(KernelCases, BadZipsNameTheirAxes) {
  EXPECT_EQ(expansion_error(sweep("\"gemm.cpu.row\"", "m = [1, 2]\nn = [3]\nk = 1\n",
                                  "zip = [[\"m\", \"n\"]]\n")),
            "plan.toml:6: n: found 1 values, expected 2 as for 'm', with which it is zipped");
  EXPECT_THAT(expansion_error(
                  sweep("\"gemm.cpu.row\"", "m = 1\nn = 1\nk = 1\n", "zip = [[\"m\", \"nn\"]]\n")),
              HasSubstr("zip: 'nn' is not an axis of this sweep; did you mean"));
  EXPECT_THAT(expansion_error(sweep("\"gemm.cpu.row\"", "m = 1\nn = 1\nk = 1\n",
                                    "zip = [[\"m\", \"n\"], [\"m\", \"k\"]]\n")),
              HasSubstr("'m' is zipped twice"));
  EXPECT_THAT(expansion_error(sweep("\"gemm.cpu.row\"", "size = 1\n", "zip = [[\"size\"]]\n")),
              HasSubstr("expected at least 2"));
}

TEST(KernelCases, UnknownKernelsNameTheNearest) {
  EXPECT_EQ(expansion_error(sweep("\"gemm.cpu.elementwize\"", "size = 4\n")),
            "plan.toml:1: no kernel matches 'gemm.cpu.elementwize'; did you mean "
            "'gemm.cpu.elementwise'?");
  EXPECT_EQ(expansion_error(sweep("\"gemm.blsa.*\"", "size = 4\n")),
            "plan.toml:1: no kernel matches 'gemm.blsa.*'; did you mean 'gemm.blas.*'?");
  EXPECT_THAT(expansion_error(sweep("\"read.*\"", "size = 4\n")),
              HasSubstr("only kernels of another operation (read.cpu is of read), expected gemm"));
  const auto plan = expanded(
      sweep("[\"gemm.cpu.row\", \"gemm.opencl.*\"]", "tile_size = 4\n", "optional = true\n"));
  EXPECT_THAT(plan.cases, SizeIs(1));
  EXPECT_THAT(plan.notes, Contains(HasSubstr("no kernel matches 'gemm.opencl.*'")));
  EXPECT_THAT(plan.notes, Contains(HasSubstr("no kernel found has the axis 'tile_size'")));
}

TEST(KernelCases, TooManyCasesAreRefusedBeforeTheyAreMade) {
  const std::string axes = "m = \"[1:10000]\"\nn = \"[1:10000]\"\nk = 1\n";
  EXPECT_EQ(expansion_error(sweep("\"gemm.cpu.row\"", axes)),
            "plan.toml:1: the axes multiply to 100000000 combinations, expected at most "
            "1000000");
  EXPECT_THAT(expansion_error(sweep("\"gemm.cpu.row\"", axes, "where = \"m == n\"\n")),
              HasSubstr("expected at most 10000000"));
}

TEST(KernelCases, BadConstraintsNameLineAndNearestName) {
  EXPECT_THAT(
      expansion_error(sweep("\"gemm.cpu.*\"", "size = 4\n", "where = \"blockwidth < 4\"\n")),
      HasSubstr("plan.toml:3: constraint 'blockwidth < 4': column 1: unknown name "
                "'blockwidth'; did you mean 'block_width'?"));
}

TEST(KernelCases, AliasesKeepTwoBuildsApart) {
  Catalog catalog;
  for (const auto* alias : {"old", "new"}) {
    PluginInfo build =
        plugin(std::string(alias) + ".swm.so", {kernel("gemm.mine", Operation::gemm)});
    build.alias = alias;
    catalog.plugins.push_back(build);
  }
  const auto plan = expanded(sweep("\"gemm.mine\"", "size = 4\n"), catalog);
  ASSERT_THAT(plan.cases, SizeIs(2));
  EXPECT_EQ(plan.cases[0].kernel, "gemm.mine@old");
  EXPECT_EQ(plan.cases[0].plugin, "old");
  EXPECT_THAT(expanded(sweep("\"gemm.mine@new\"", "size = 4\n"), catalog).cases, SizeIs(1));
}

TEST(KernelCases, OneIdFromTwoFilesIsTakenOnceWithANote) {
  Catalog catalog;
  catalog.plugins = {plugin("a.swm.so", {kernel("gemm.mine", Operation::gemm)}),
                     plugin("b.swm.so", {kernel("gemm.mine", Operation::gemm)}),
                     plugin("c.swm.so", {kernel("gemm.other", Operation::gemm)})};
  catalog.plugins[2].accepted = false;
  const auto plan = expanded(sweep("\"*\"", "size = 4\n"), catalog);
  EXPECT_THAT(plan.cases, SizeIs(1));
  EXPECT_THAT(plan.notes, ElementsAre(HasSubstr("offered by a.swm.so and by b.swm.so")));
}

TEST(KernelCases, DevicesAndThreads) {
  const auto gpu = expanded(sweep("\"gemm.c*\"", "device = [0, 1]\nthreads = [1, 2]\nsize = 4\n",
                                  "where = \"kernel == 'gemm.cublas.full'\"\n"));
  ASSERT_THAT(gpu.cases, SizeIs(2));
  EXPECT_EQ(gpu.cases[1].problem.device_index, 1);
  EXPECT_EQ(gpu.cases[1].problem.threads, 1);
  EXPECT_EQ(gpu.cases[1].device, "cuda");
  const auto only = expanded(sweep("\"gemm.*\"", "device = \"cuda:1\"\nsize = 4\n"));
  EXPECT_THAT(only.cases, SizeIs(3));
  EXPECT_THAT(expanded(sweep("\"gemm.cpu.row\"", "threads = 64\n")).notes,
              ElementsAre("threads 64 is more than the 2 usable CPUs"));
}

TEST(KernelCases, GradientAndEpochProblems) {
  const auto plan = expanded(
      "[[sweep]]\noperation = \"gradient\"\nkernels = \"gradient.cpu.batched\"\n"
      "[sweep.axes]\nmodel = [\"linear\", \"softmax\", \"bowl\"]\n"
      "batch_size = [8, \"all\"]\n");
  ASSERT_THAT(plan.cases, SizeIs(6));
  const Problem& softmax = plan.cases[3].problem;
  EXPECT_EQ(softmax.model, Model::softmax);
  EXPECT_EQ(softmax.batch, 1200);
  EXPECT_EQ(softmax.outputs, 10);
  const auto large = expanded(
      "[[sweep]]\noperation = \"gradient\"\nkernels = \"gradient.cpu.batched\"\n"
      "[sweep.axes]\nexamples = 100\nbatch_size = [100, 101]\n");
  EXPECT_FALSE(large.cases[0].settled);
  EXPECT_EQ(large.cases[1].settled, Outcome::unsupported);
  EXPECT_EQ(large.cases[1].reason, "batch_size 101 is more than the 100 examples");
  EXPECT_THAT(
      expansion_error("[[sweep]]\noperation = \"gradient\"\n[sweep.axes]\nbatch_size = 0\n"),
      HasSubstr("batch_size: found 0"));
  const auto epoch = expanded(
      "[[sweep]]\noperation = \"sgd_epoch\"\n[sweep.axes]\n"
      "learning_rate = 0.05\nbatch_size = 10\n");
  EXPECT_DOUBLE_EQ(epoch.cases.at(0).problem.learning_rate, 0.05);
}

TEST(KernelCases, FilterKeepsMatchingIds) {
  auto plan = expanded(sweep("\"gemm.cpu.*\"", "size = [4, 8]\n"));
  keep_matching(plan, "*/m:8/*");
  EXPECT_THAT(plan.cases, SizeIs(7));
  const std::string id = case_id(plan.cases[2]);
  keep_matching(plan, id);
  EXPECT_THAT(ids_of(plan), ElementsAre(id));
}

TEST(KnownAxes, HoldTheParametersOfTheCatalogue) {
  const auto gemm = known_axes("gemm", example_catalog());
  for (const auto* name : {"size", "m", "dtype", "threads", "cache", "block_width", "tile", "mc"})
    EXPECT_THAT(gemm, Contains(name));
  EXPECT_EQ(std::set<std::string>(gemm.begin(), gemm.end()).size(), gemm.size());
  const auto training = known_axes("training", example_catalog());
  for (const auto* name : {"optimizer", "momentum", "beta1", "seed", "targets"})
    EXPECT_THAT(training, Contains(name));
  EXPECT_THAT(error_of([] { known_axes("gem", example_catalog()); }), HasSubstr("'gemm'"));
}

}  // namespace
}  // namespace sweepmark::host
