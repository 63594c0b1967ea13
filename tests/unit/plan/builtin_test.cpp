#include <map>
#include <set>

#include "expectations.hpp"

namespace sweepmark::host {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

ExpandedPlan builtin(const std::string& name) {
  return expand(load_plan(name), example_catalog(), ExpandContext{2, 0});
}

std::set<std::string> trials(const std::vector<TrainingCase>& cases) {
  std::set<std::string> groups;
  for (const auto& c : cases) groups.insert(training_group(c));
  return groups;
}

TEST(BuiltinPlans, AreAllThere) {
  EXPECT_THAT(builtin_plan_names(),
              ElementsAre("default", "block-width", "matrix-size", "network-shapes", "peers",
                          "dispatch", "minibatch-race", "batch-and-rate", "optimizers",
                          "gradient-noise", "bowl", "tremor", "digits", "replacement", "duplicated",
                          "accumulation", "scaling-rule", "training", "noise"));
}

TEST(BuiltinPlans, NameThemselvesAndExpandWithoutComplaint) {
  for (const auto& name : builtin_plan_names()) {
    const Plan plan = load_plan(name);
    EXPECT_EQ(plan.name, name);
    EXPECT_FALSE(plan.summary.empty()) << name;
    EXPECT_TRUE(plan.question.ends_with('?')) << name;
    EXPECT_EQ(plan.text, builtin_plan_text(name));
    const auto cases = builtin(name);
    EXPECT_THAT(ids_of(cases), Not(IsEmpty())) << name;
    // Every glob and every axis means something: a slip of the pen would be a note.
    EXPECT_THAT(cases.notes, IsEmpty()) << name;
    for (const auto& c : cases.cases) EXPECT_FALSE(c.settled) << case_id(c) << c.reason;
    for (const auto& c : cases.training) EXPECT_FALSE(c.settled) << training_id(c) << c.reason;
  }
}

TEST(BuiltinPlans, ExpandWithNothingInstalled) {
  for (const auto& name : builtin_plan_names()) {
    // Frames for one case typed on the command line: what they name must be there.
    if (name == "training" || name == "noise") continue;
    EXPECT_THAT(ids_of(expand(load_plan(name), Catalog{}, ExpandContext{2, 0})), IsEmpty());
  }
}

TEST(BuiltinPlans, CasesOfOneGroupStandTogether) {
  for (const auto& name : builtin_plan_names()) {
    std::set<std::string> closed;
    std::string open;
    for (const auto& c : builtin(name).cases) {
      if (case_group(c) == open) continue;
      EXPECT_TRUE(closed.insert(case_group(c)).second) << name << ": " << case_group(c);
      open = case_group(c);
    }
  }
}

TEST(BlockWidth, RunsEveryWidthBesideTheWholeForms) {
  std::map<std::string, int> rows;
  for (const auto& c : builtin("block-width").cases)
    if (c.device == "cpu") ++rows[c.kernel];
  const int threads = 2, widths = 5;
  EXPECT_EQ(rows, (std::map<std::string, int>{{"gemm.cpu.elementwise", threads},
                                              {"gemm.cpu.column", threads},
                                              {"gemm.cpu.row", threads},
                                              {"gemm.cpu.tiled", threads},
                                              {"gemm.cpu.packed", threads},
                                              {"gemm.cpu.column_block", threads * widths},
                                              {"gemm.cpu.packed_column_block", threads * widths},
                                              {"gemm.blas.dot", threads},
                                              {"gemm.blas.column", threads},
                                              {"gemm.blas.row", threads},
                                              {"gemm.blas.full", threads},
                                              {"gemm.blas.column_block", threads * widths}}));
  const auto ids = ids_of(builtin("block-width"));
  for (const auto* width : {"1", "4", "16", "64", "256"})
    for (const auto* t : {"1", "2"})
      EXPECT_THAT(ids, Contains(std::string("gemm.blas.column_block/m:256/n:256/k:256/dtype:f32/"
                                            "threads:") +
                                t + "/block_width:" + width + "/cache:hot"));
}

TEST(DefaultPlan, IsShort) {
  const Plan plan = load_plan("default");
  const auto cases = builtin("default");
  EXPECT_LE(cases.cases.size() + cases.training.size() + cases.noise.size(), 40u);
  EXPECT_GE(cases.cases.size(), 20u);
  EXPECT_GE(cases.training.size(), 8u);
  EXPECT_EQ(plan.limits.budget_seconds, 2);
  for (const auto& c : cases.cases) {
    EXPECT_EQ(c.problem.dtype, Dtype::f32);
    EXPECT_EQ(c.cache, CacheMode::hot);
  }
}

TEST(MatrixSize, GoesFrom16To4096WithEveryKernel) {
  std::set<std::int64_t> sizes;
  std::set<std::string> kernels;
  for (const auto& c : builtin("matrix-size").cases) {
    sizes.insert(c.problem.n);
    kernels.insert(c.kernel);
  }
  EXPECT_THAT(sizes, ElementsAre(16, 32, 64, 128, 256, 512, 1024, 2048, 4096));
  EXPECT_THAT(kernels, SizeIs(23));
}

TEST(NetworkShapes, HoldThePublishedProducts) {
  const auto cases = builtin("network-shapes").cases;
  std::set<std::string> shapes, kernels;
  for (const auto& c : cases) {
    shapes.insert(dimensions_text(c.problem));
    kernels.insert(c.kernel);
  }
  EXPECT_THAT(shapes, SizeIs(2 * 21 + 6 + 4));
  // conv1 and the last 3x3 of ResNet-50 for one image and for 32; BERT's feed-forward layer.
  for (const auto* shape : {"m:64/n:12544/k:147", "m:64/n:401408/k:147", "m:512/n:49/k:4608",
                            "m:1000/n:32/k:2048", "m:128/n:3072/k:768", "m:4096/n:768/k:3072"})
    EXPECT_THAT(shapes, Contains(shape));
  EXPECT_THAT(kernels, Contains("gemm.cpu.packed"));
  EXPECT_THAT(kernels, Contains("gemm.blas.full"));
  EXPECT_THAT(kernels, Contains("gemm.torch.mm"));
  EXPECT_THAT(kernels, Not(Contains("gemm.blas.dot")));
}

TEST(Peers, RunOnTheCpuAtOneAndAllThreads) {
  std::set<std::string> kernels, shapes;
  for (const auto& c : builtin("peers").cases) {
    kernels.insert(c.kernel);
    shapes.insert(dimensions_text(c.problem));
    EXPECT_EQ(c.device, "cpu");
  }
  EXPECT_THAT(kernels, ElementsAre("gemm.blas.full", "gemm.blis.full", "gemm.cpu.packed",
                                   "gemm.eigen.full", "gemm.libxsmm.full", "gemm.onednn.full",
                                   "gemm.openblas.full", "gemm.torch.mm"));
  EXPECT_THAT(shapes, SizeIs(9 + 4));  // 256 x 256 x 256 is in both
}

TEST(MinibatchRace, HasThePublishedTrials) {
  const auto plan = builtin("minibatch-race");
  EXPECT_THAT(plan.training, SizeIs(3 * 4 * 5));
  EXPECT_THAT(plan.cases, SizeIs(4));  // the fused epochs
  std::map<std::int64_t, std::pair<Value, double>> cpu;
  for (const auto& c : plan.training) {
    EXPECT_THAT(c.targets, ElementsAre(0.30, 0.26, 0.25, 0.245));
    if (c.gradient == "gradient.cpu.batched")
      cpu[c.batch_size] = {c.hyperparameters.at("learning_rate"), c.epochs};
  }
  EXPECT_EQ(cpu, (std::map<std::int64_t, std::pair<Value, double>>{
                     {1500, {1.0, 10}}, {1, {0.005, 2}}, {100, {0.4, 2}}, {10, {0.05, 2}}}));
}

TEST(TrainingPlans, MatchTheirPublishedSettings) {
  EXPECT_THAT(builtin("batch-and-rate").training, SizeIs(6 * 6 * 5));
  const auto optimizers = builtin("optimizers").training;
  EXPECT_THAT(trials(optimizers), SizeIs(8));
  for (const auto& c : optimizers) {
    if (c.optimizer != "optimizer.rmsprop") continue;
    EXPECT_EQ(c.hyperparameters.at("decay"), Value(0.9));
  }
  EXPECT_THAT(builtin("gradient-noise").noise, SizeIs(5 + 8));
  const auto bowl = builtin("bowl").training;
  EXPECT_THAT(bowl, SizeIs(3 * 20));
  EXPECT_THAT(bowl[0].start, ElementsAre(-2.5, 1.5));
  EXPECT_EQ(bowl[0].steps, 40);
  EXPECT_EQ(bowl[0].sampler, Sampler::independent);
  EXPECT_THAT(builtin("tremor").training, SizeIs(3 * 20));
  EXPECT_EQ(builtin("tremor").training[0].steps, 2000);
  EXPECT_EQ(builtin("tremor").training[0].distance_steps, 1000);
  const auto digits = builtin("digits").training;
  EXPECT_THAT(digits, SizeIs(3 * 20));
  EXPECT_EQ(digits[0].model, Model::softmax);
  EXPECT_THAT(trials(builtin("replacement").training), SizeIs(6));
  EXPECT_THAT(trials(builtin("duplicated").training), SizeIs(6));
  const auto rule = builtin("scaling-rule").training;
  EXPECT_THAT(trials(rule), SizeIs(8));
  for (const auto& c : rule) EXPECT_EQ(c.warmup_epochs, c.schedule == Schedule::warmup ? 2 : 0);
}

TEST(Accumulation, EveryTrialUpdatesAfterAHundredExamples) {
  for (const auto& c : builtin("accumulation").training) {
    EXPECT_EQ(c.batch_size * c.accumulation, 100);
    EXPECT_EQ(c.dtype, Dtype::f64);
  }
}

}  // namespace
}  // namespace sweepmark::host
