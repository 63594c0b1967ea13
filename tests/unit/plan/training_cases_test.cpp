#include "expectations.hpp"

namespace sweepmark::host {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string training(const std::string& axes, const std::string& more = "") {
  return "[[sweep]]\noperation = \"training\"\n" + more + "[sweep.axes]\n" + axes;
}
std::string noise(const std::string& axes) {
  return "[[sweep]]\noperation = \"noise\"\n[sweep.axes]\n" + axes;
}

TEST(TrainingCases, DefaultsAreAirfoilSgdAndFiveSeeds) {
  const auto plan = expanded(training(""));
  ASSERT_THAT(plan.training, SizeIs(5));
  const TrainingCase& c = plan.training[4];
  EXPECT_EQ(c.dataset, "airfoil");
  EXPECT_EQ(c.model, Model::linear);
  EXPECT_EQ(c.gradient, "gradient.cpu.batched");
  EXPECT_EQ(c.gradient_plugin, "gradient_cpu.swm.so");
  EXPECT_EQ(c.optimizer, "optimizer.sgd");
  EXPECT_EQ(c.optimizer_plugin, "optimizers_cpu.swm.so");
  EXPECT_EQ(c.hyperparameters, (Settings{{"learning_rate", 0.01}}));
  EXPECT_EQ(c.seed, 4u);
  EXPECT_EQ(c.threads, 1);
  EXPECT_FALSE(c.settled);
}

TEST(TrainingCases, SeedsStartAtTheRunsSeed) {
  const Plan plan = parse_plan(training(""), "p.toml");
  EXPECT_EQ(expand(plan, example_catalog(), {2, 100}).training[4].seed, 104u);
}

TEST(TrainingCases, ZippedTrialsAndSettings) {
  const auto plan =
      expanded(training("batch_size = [1500, 1]\nlearning_rate = [1, 0.005]\n"
                        "epochs = [10, 2]\nseed = 3\n[sweep.fixed]\n"
                        "targets = [0.3, 0.25]\nevaluate_every = 50\n"
                        "distance_steps = 7\nwhiten = \"no\"\n"
                        "start = [-2.5, 1]\ntarget = \"pressure\"\n",
                        "zip = [[\"batch_size\", \"learning_rate\", \"epochs\"]]\n"));
  ASSERT_THAT(plan.training, SizeIs(2));
  const TrainingCase& c = plan.training[0];
  EXPECT_EQ(c.batch_size, 1500);
  EXPECT_EQ(c.hyperparameters.at("learning_rate"), Value(1.0));
  EXPECT_DOUBLE_EQ(c.epochs, 10);
  EXPECT_EQ(c.seed, 3u);
  EXPECT_THAT(c.targets, ElementsAre(0.3, 0.25));
  EXPECT_THAT(c.start, ElementsAre(-2.5, 1));
  EXPECT_EQ(c.evaluate_every, 50);
  EXPECT_EQ(c.distance_steps, 7);
  EXPECT_FALSE(c.whiten);
  EXPECT_EQ(c.target, "pressure");
  EXPECT_EQ(plan.training[1].batch_size, 1);
  EXPECT_EQ(plan.training[1].hyperparameters.at("learning_rate"), Value(0.005));
}

TEST(TrainingCases, AHyperparameterBindsTheOptimizersThatHaveIt) {
  const auto plan =
      expanded(training("optimizer = [\"sgd\", \"optimizer.momentum\"]\n"
                        "momentum = [0.5, 0.9]\nseed = 0\n"));
  ASSERT_THAT(plan.training, SizeIs(3));
  EXPECT_EQ(plan.training[0].optimizer, "optimizer.sgd");
  EXPECT_EQ(plan.training[2].hyperparameters.at("momentum"), Value(0.9));
}

TEST(TrainingCases, GlobsNameOptimizersAndGradients) {
  const auto plan =
      expanded(training("optimizer = \"optimizer.*\"\ngradient = \"gradient.cpu.*\"\n"
                        "seed = 0\n"));
  EXPECT_THAT(plan.training, SizeIs(2 * 9));
}

TEST(TrainingCases, ModelsFollowTheirDataSets) {
  const auto plan =
      expanded(training("dataset = [\"digits\", \"bowl\", \"synthetic\"]\nseed = 0\n"));
  ASSERT_THAT(plan.training, SizeIs(3));
  EXPECT_EQ(plan.training[0].model, Model::softmax);
  EXPECT_EQ(plan.training[1].model, Model::bowl);
  EXPECT_EQ(plan.training[2].model, Model::linear);
  const auto wrong = expanded(training("dataset = \"digits\"\nmodel = \"bowl\"\nseed = 0\n"));
  EXPECT_EQ(wrong.training.at(0).settled, Outcome::unsupported);
  EXPECT_EQ(wrong.training.at(0).reason, "the model bowl does not fit the data set digits");
}

TEST(TrainingCases, GradientAndOptimizerShareADevice) {
  const auto plan = expanded(training("gradient = \"gradient.cuda.batched\"\nseed = 0\n"));
  EXPECT_EQ(plan.training.at(0).settled, Outcome::unsupported);
  EXPECT_EQ(plan.training.at(0).reason,
            "the gradient is computed on cuda, the optimizer works on cpu");
}

TEST(TrainingCases, AllIsTheWholeDataSet) {
  EXPECT_EQ(expanded(training("batch_size = \"all\"\nseed = 0\n")).training.at(0).batch_size, 0);
}

TEST(TrainingCases, ADataFileIsADataSet) {
  const std::string file = std::string(SWEEPMARK_SOURCE_DIR) + "/CMakeLists.txt";
  const auto plan = expanded(training("dataset = [\"" + file + "\"]\nseed = 0\n"));
  const auto bowl =
      expanded(training("dataset = [\"" + file + "\"]\nmodel = \"bowl\"\nseed = 0\n"));
  EXPECT_FALSE(bowl.training.at(0).settled);
  EXPECT_EQ(plan.training.at(0).dataset, file);
  EXPECT_EQ(plan.training.at(0).model, Model::linear);
}

TEST(TrainingCases, Constraints) {
  const auto plan =
      expanded(training("batch_size = [1, 10]\nlearning_rate = [0.1, 0.5]\nseed = 0\n",
                        "where = \"learning_rate <= 0.01 * batch_size\"\n"));
  EXPECT_THAT(plan.training, SizeIs(1));
  const auto named = expanded(training("optimizer = [\"sgd\", \"adam\"]\nseed = 0\n",
                                       "where = \"optimizer == optimizer.adam\"\n"));
  EXPECT_THAT(named.training, SizeIs(1));
}

TEST(TrainingCases, BadValuesNameTheirPlace) {
  const auto refusal = [](const std::string& axes) { return expansion_error(training(axes)); };
  EXPECT_EQ(refusal("batch_size = 0\n"),
            "plan.toml:4: batch_size: found 0, expected an integer from 1 to 2147483647 or 'all'");
  EXPECT_THAT(refusal("batch_size = [1, -5]\n"), HasSubstr("batch_size: found -5"));
  EXPECT_THAT(refusal("learning_rate = -1\n"),
              HasSubstr("learning_rate: found -1, expected a number from 0 to 1000000"));
  EXPECT_THAT(refusal("epochs = 0\n"), HasSubstr("epochs: found 0"));
  EXPECT_THAT(refusal("epochs = 2\nsteps = 4\n"), HasSubstr("which sets the same thing"));
  EXPECT_THAT(refusal("accumulation = 0\n"), HasSubstr("accumulation: found 0"));
  EXPECT_THAT(refusal("sampler = \"shufled\"\n"),
              HasSubstr("expected one of shuffled, with_replacement, independent"));
  EXPECT_THAT(refusal("schedule = \"linear\"\n"), HasSubstr("schedule: found 'linear'"));
  EXPECT_THAT(refusal("dataset = \"airfoi\"\n"), HasSubstr("did you mean 'airfoil'?"));
  EXPECT_THAT(refusal("optimizer = \"optimizer.adm\"\n"),
              HasSubstr("plan.toml:4: optimizer: no optimizer matches 'optimizer.adm'; did you "
                        "mean 'optimizer.adam'?"));
  EXPECT_THAT(refusal("optimizer = \"adm\"\n"), HasSubstr("did you mean 'optimizer.adam'?"));
  EXPECT_THAT(refusal("gradient = \"gradient.cpu.batchd\"\n"),
              HasSubstr("gradient: no kernel matches 'gradient.cpu.batchd'; did you mean "
                        "'gradient.cpu.batched'?"));
  EXPECT_THAT(refusal("momentun = 0.5\n"), HasSubstr("did you mean 'momentum'?"));
  EXPECT_THAT(refusal("momentum = 0.5\n"),
              HasSubstr("'momentum' is an axis of optimizer.momentum, which is not selected"));
  EXPECT_THAT(refusal("optimizer = \"momentum\"\nmomentum = 1.5\n"),
              HasSubstr("momentum: found 1.5, expected a number from 0 to 1 (optimizer.momentum)"));
  EXPECT_THAT(refusal("size = 4\n"), HasSubstr("unknown axis 'size' for training"));
  EXPECT_THAT(refusal("[sweep.fixed]\nevaluate_every = [1, 2]\n"),
              HasSubstr("found 2 values, expected one"));
  EXPECT_THAT(refusal("[sweep.fixed]\ntargets = \"low\"\n"), HasSubstr("targets: found 'low'"));
}

TEST(TrainingCases, OptionalSweepsNoteWhatIsAbsent) {
  Catalog none;
  none.plugins = {plugin("p", {kernel("gradient.cpu.batched", Operation::gradient)})};
  const auto plan = expanded(training("", "optional = true\n"), none);
  EXPECT_THAT(plan.training, IsEmpty());
  EXPECT_THAT(plan.notes, Contains(HasSubstr("no optimizer matches 'optimizer.sgd'")));
  EXPECT_THAT(error_of([&] { expanded(training(""), none); }), HasSubstr("no optimizer matches"));
}

TEST(NoiseCases, BatchesZipWithTheirSizes) {
  const auto plan = expanded(
      "[[sweep]]\noperation = \"noise\"\nzip = [[\"batch_size\", \"batches\"]]\n"
      "[sweep.axes]\nbatch_size = [1, 10]\nbatches = [4000, 5000]\n"
      "[sweep.fixed]\npoint = [-2.5, 1.5]\n");
  ASSERT_THAT(plan.noise, SizeIs(2));
  EXPECT_EQ(plan.noise[1].dataset, "bowl");
  EXPECT_EQ(plan.noise[1].model, Model::bowl);
  EXPECT_EQ(plan.noise[1].batch_size, 10);
  EXPECT_EQ(plan.noise[1].batches, 5000);
  EXPECT_THAT(plan.noise[1].point, ElementsAre(-2.5, 1.5));
  EXPECT_EQ(plan.noise[1].gradient, "gradient.cpu.batched");
}

TEST(NoiseCases, BadValuesNameTheirPlace) {
  EXPECT_THAT(expansion_error(noise("batches = 1\n")), HasSubstr("plan.toml:4: batches: found 1"));
  EXPECT_THAT(expansion_error(noise("optimizer = \"sgd\"\n")),
              HasSubstr("unknown axis 'optimizer' for noise"));
}

}  // namespace
}  // namespace sweepmark::host
