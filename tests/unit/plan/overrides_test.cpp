#include "expectations.hpp"

namespace sweepmark::host {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Axis axis(const std::string& text) { return parse_axis(text, "--axis"); }
ExpandedPlan expanded_plan(const Plan& plan) { return expand(plan, example_catalog(), {2, 0}); }

TEST(PlanFromKernels, TakesTheOperationOfTheKernels) {
  Plan plan = plan_from_kernels({"gemm.blas.*"});
  override_axis(plan, axis("size=64,256"));
  EXPECT_THAT(expanded_plan(plan).cases, SizeIs(10));
  EXPECT_THAT(expanded_plan(plan_from_kernels({"gemm.cpu.row"})).cases, SizeIs(1));
  Plan read = plan_from_kernels({"read.*", "triad.cpu"});
  override_axis(read, axis("bytes=4096"));
  EXPECT_THAT(expanded_plan(read).cases, SizeIs(2));
}

TEST(PlanFromKernels, AnAxisOfOneOperationIsLeftOutOfTheOthers) {
  Plan plan = plan_from_kernels({"gemm.cpu.column_block", "read.cpu"});
  override_axis(plan, axis("n=8"));
  override_axis(plan, axis("m=4"));
  override_axis(plan, axis("k=2"));
  override_axis(plan, axis("block_width=1,2"));
  EXPECT_THAT(ids_of(expanded_plan(plan)), SizeIs(3));
}

TEST(PlanFromKernels, RefusesWhatIsNotThere) {
  EXPECT_THAT(error_of([] { expanded_plan(plan_from_kernels({"gemm.blas.ful"})); }),
              HasSubstr("--kernel: no kernel matches 'gemm.blas.ful'; did you mean "
                        "'gemm.blas.full'?"));
  Plan plan = plan_from_kernels({"gemm.blas.full"});
  override_axis(plan, axis("sise=4"));
  EXPECT_EQ(error_of([&] { expanded_plan(plan); }),
            "--axis sise: unknown axis 'sise' for gemm; did you mean 'size'?");
  Plan width = plan_from_kernels({"gemm.blas.full"});
  override_axis(width, axis("block_width=4"));
  EXPECT_THAT(error_of([&] { expanded_plan(width); }), HasSubstr("which is not selected"));
}

TEST(OverrideAxis, ReplacesThePlansAxis) {
  Plan plan = load_plan("block-width");
  override_axis(plan, axis("block_width=2"));
  override_axis(plan, axis("threads=1"));
  override_axis(plan, axis("size=32"));
  const auto cases = expanded_plan(plan).cases;
  EXPECT_THAT(cases, SizeIs(12 + 3));
  for (const auto& c : cases) EXPECT_EQ(c.problem.m, 32);
}

TEST(OverrideAxis, SizeReplacesDimensionsAndTheOtherWayRound) {
  Plan shapes = load_plan("network-shapes");
  override_axis(shapes, axis("size=64"));
  for (const auto& sweep : shapes.sweeps) EXPECT_THAT(sweep.zips, IsEmpty());
  EXPECT_THAT(expanded_plan(shapes).cases, SizeIs(9));  // eight on the CPU, cublas
  Plan plan = load_plan("matrix-size");
  for (const auto* text : {"m=2", "n=3", "k=4"}) override_axis(plan, axis(text));
  EXPECT_EQ(expanded_plan(plan).cases.at(0).problem.n, 3);
  Plan incomplete = load_plan("matrix-size");
  override_axis(incomplete, axis("n=3"));
  EXPECT_THAT(error_of([&] { expanded_plan(incomplete); }), HasSubstr("needs the axis 'm'"));
}

TEST(OverrideAxis, OneValueHoldsForEveryRowOfAZip) {
  Plan plan = load_plan("minibatch-race");
  override_axis(plan, axis("epochs=1"));
  override_axis(plan, axis("seed=0"));
  const auto training = expanded_plan(plan).training;
  EXPECT_THAT(training, SizeIs(3 * 4));
  for (const auto& c : training) EXPECT_DOUBLE_EQ(c.epochs, 1);
  Plan steps = load_plan("minibatch-race");
  override_axis(steps, axis("steps=7"));
  EXPECT_EQ(expanded_plan(steps).training.at(0).steps, 7);
}

TEST(OverrideAxis, SettingsAreReplacedToo) {
  Plan plan = load_plan("minibatch-race");
  override_axis(plan, axis("targets=0.5"));
  override_axis(plan, axis("dataset=synthetic"));
  const auto training = expanded_plan(plan).training;
  EXPECT_THAT(training.at(0).targets, ElementsAre(0.5));
  EXPECT_EQ(training.at(0).dataset, "synthetic");
}

TEST(OverrideAxis, GoesToTheSweepsThatKnowIt) {
  Plan plan = load_plan("default");
  override_axis(plan, axis("block_width=8"));
  override_axis(plan, axis("momentum=0.5"));
  override_axis(plan, axis("optimizer=momentum"));
  const auto cases = expanded_plan(plan);
  EXPECT_THAT(cases.cases, SizeIs(14 - 4 + 8 + 2));
  EXPECT_EQ(cases.training.at(0).hyperparameters.at("momentum"), Value(0.5));
}

TEST(OverrideAxis, Refusals) {
  Plan plan = load_plan("block-width");
  EXPECT_THAT(error_of([&] { override_axis(plan, axis("optimizer=sgd")); }),
              HasSubstr("--axis optimizer: no sweep of the plan 'block-width' has the axis "
                        "'optimizer'"));
  override_axis(plan, axis("size=4"));
  EXPECT_EQ(error_of([&] { override_axis(plan, axis("size=5")); }),
            "--axis size: given twice on the command line");
  EXPECT_EQ(error_of([&] { override_axis(plan, axis("n=5")); }),
            "--axis n: found beside --axis size, which sets the same thing; expected only one of "
            "them");
  Plan unknown = load_plan("block-width");
  override_axis(unknown, axis("blok_width=4"));
  EXPECT_THAT(error_of([&] { expanded_plan(unknown); }), HasSubstr("did you mean 'block_width'?"));
  Plan absent = load_plan("minibatch-race");
  override_axis(absent, axis("optimizer=optimizer.lion"));
  EXPECT_THAT(error_of([&] { expanded_plan(absent); }),
              HasSubstr("--axis optimizer: no optimizer matches 'optimizer.lion'"));
}

TEST(OverrideKernels, KeepsTheAxesThatTheKernelsHave) {
  Plan plan = load_plan("block-width");
  override_kernels(plan, {"gemm.blas.full"});
  override_axis(plan, axis("size=8"));
  const auto cases = expanded_plan(plan);
  EXPECT_THAT(cases.cases, SizeIs(2));
  EXPECT_THAT(cases.notes, Contains(HasSubstr("'block_width'")));
  EXPECT_EQ(ids_of(expanded_plan(parse_plan(plan.text, "p.toml"))), ids_of(cases));
  Plan unknown = load_plan("block-width");
  override_kernels(unknown, {"gemm.blas.ful"});
  EXPECT_THAT(error_of([&] { expanded_plan(unknown); }), HasSubstr("--kernel: no kernel matches"));
  Plan bowl = load_plan("bowl");
  EXPECT_THAT(error_of([&] { override_kernels(bowl, {"x"}); }), HasSubstr("no kernel sweep"));
}

TEST(OverrideZip, ZipsAxesFromTheCommandLine) {
  Plan plan = plan_from_kernels({"gemm.cpu.row"});
  for (const auto* text : {"m=1,2", "n=3,4", "k=5,6"}) override_axis(plan, axis(text));
  override_zip(plan, "m, n,k", "--zip");
  EXPECT_THAT(expanded_plan(plan).cases, SizeIs(2));
  EXPECT_EQ(ids_of(expanded_plan(parse_plan(plan.text, "p.toml"))), ids_of(expanded_plan(plan)));
  EXPECT_THAT(error_of([&] { override_zip(plan, "m,size", "--zip"); }),
              HasSubstr("--zip: no sweep of the plan 'kernels' has all the axes m, size"));
  EXPECT_THAT(error_of([&] { override_zip(plan, "m", "--zip"); }), HasSubstr("at least two"));
}

TEST(Where, FromTheCommandLineBindsTheSweepsThatHaveTheAxis) {
  Plan plan = load_plan("default");
  for (auto& sweep : plan.sweeps) sweep.constraints.emplace_back("block_width <= 4", "--where");
  const auto kept = expanded_plan(plan);
  EXPECT_THAT(kept.cases, SizeIs(24 - 3));
  EXPECT_THAT(kept.training, SizeIs(12));
  EXPECT_EQ(ids_of(expanded_plan(parse_plan(to_toml(plan), "resumed"))), ids_of(kept));
  for (auto& sweep : plan.sweeps) sweep.constraints.emplace_back("blok_width <= 4", "--where");
  EXPECT_THAT(error_of([&] { expanded_plan(plan); }), HasSubstr("--where: constraint 'blok_width"));
}

TEST(PlanText, HoldsTheOverrides) {
  Plan plan = load_plan("default");
  override_axis(plan, axis("block_width=8"));
  override_axis(plan, axis("epochs=1"));
  override_axis(plan, axis("evaluate_every=10"));
  const Plan again = parse_plan(plan.text, "resumed.toml");
  EXPECT_EQ(ids_of(expanded_plan(again)), ids_of(expanded_plan(plan)));
  EXPECT_EQ(expanded_plan(again).training.at(0).evaluate_every, 10);
}

}  // namespace
}  // namespace sweepmark::host
