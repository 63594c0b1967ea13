#include <cstdio>
#include <filesystem>
#include <fstream>

#include "expectations.hpp"

namespace sweepmark::host {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string refusal(const std::string& toml) {
  return error_of([&] { parse_plan(toml, "plan.toml"); });
}

TEST(PlanFile, EverythingAPlanCanSay) {
  const Plan plan = parse_plan(R"(
name = "mine"
summary = "A plan"
question = "Why?"
baseline = "gemm.blas.full"

[limits]
budget = "150ms"
min_samples = 7
max_noise = 0.02
time_budget = "2m"
timeout = 30

[[sweep]]
operation = "gemm"
kernels = ["gemm.cpu.*", "!gemm.cpu.row"]
zip = [["m", "n"]]
where = ["block_width <= n"]
[sweep.axes]
n = [16, 32]
m = "1,2"
k = 64
"block_width[pow2]" = "[0:2]"
dtype = ["f32", "f64"]

[[sweep]]
operation = "training"
optional = true
[sweep.axes]
learning_rate = [0.5, 1]
[sweep.fixed]
targets = [0.3, 0.25]
evaluate_every = 50
)",
                               "plan.toml");
  EXPECT_EQ(plan.name, "mine");
  EXPECT_EQ(plan.summary, "A plan");
  EXPECT_EQ(plan.question, "Why?");
  EXPECT_EQ(plan.baseline, "gemm.blas.full");
  EXPECT_DOUBLE_EQ(plan.limits.budget_seconds.value_or(0), 0.15);
  EXPECT_EQ(plan.limits.min_samples, 7);
  EXPECT_EQ(plan.limits.max_noise, 0.02);
  EXPECT_EQ(plan.limits.time_budget_seconds, 120);
  EXPECT_EQ(plan.limits.timeout_seconds, 30);
  ASSERT_EQ(plan.sweeps.size(), 2u);
  const Sweep& sweep = plan.sweeps[0];
  EXPECT_EQ(sweep.place, "plan.toml:14");
  EXPECT_THAT(sweep.kernels, ElementsAre("gemm.cpu.*", "!gemm.cpu.row"));
  EXPECT_THAT(sweep.zips, ElementsAre(ElementsAre("m", "n")));
  EXPECT_EQ(sweep.constraints[0].first, "block_width <= n");
  EXPECT_EQ(sweep.constraints[0].second, "plan.toml:18");
  // In the order written, not sorted by name.
  std::vector<std::string> names;
  for (const auto& axis : sweep.axes) names.push_back(axis.name);
  EXPECT_THAT(names, ElementsAre("n", "m", "k", "block_width", "dtype"));
  EXPECT_EQ(sweep.axes[3].place, "plan.toml:23");
  EXPECT_EQ(sweep.axes[3].values.size(), 3u);
  EXPECT_FALSE(sweep.optional);
  EXPECT_TRUE(plan.sweeps[1].optional);
  ASSERT_EQ(plan.sweeps[1].fixed.size(), 2u);
  EXPECT_EQ(plan.sweeps[1].fixed[0].name, "targets");
}

TEST(PlanFile, TheFilesStemIsTheDefaultName) {
  EXPECT_EQ(parse_plan("[[sweep]]\n", "some/where/tiny.toml").name, "tiny");
}

TEST(PlanFile, RefusalsNameFileAndLine) {
  EXPECT_EQ(refusal(""), "plan.toml: found no [[sweep]], expected at least one");
  EXPECT_THAT(refusal("name = \"x\"\nname = \"y\"\n[[sweep]]\n"), HasSubstr("plan.toml:2: column"));
  EXPECT_THAT(refusal("name = \n"), HasSubstr("plan.toml:1: column"));
  EXPECT_EQ(refusal("name = 4\n[[sweep]]\n"), "plan.toml:1: name: expected a text in quotes");
  EXPECT_THAT(refusal("\nsumary = \"x\"\n[[sweep]]\n"),
              HasSubstr("plan.toml:2: unknown key 'sumary' in the plan, expected one of name, "
                        "summary, question, baseline, limits, sweep; did you mean 'summary'?"));
  EXPECT_THAT(refusal("[[sweep]]\nkernel = \"x\"\n"),
              HasSubstr("plan.toml:2: unknown key 'kernel' in [[sweep]]"));
  EXPECT_THAT(refusal("[sweep]\noperation = \"gemm\"\n"),
              HasSubstr("plan.toml:1: sweep: expected"));
  EXPECT_THAT(refusal("[[sweep]]\noperation = \"gem\"\n"),
              HasSubstr("plan.toml:2: operation: found 'gem'"));
  EXPECT_THAT(refusal("[[sweep]]\noperation = \"gem\"\n"), HasSubstr("did you mean 'gemm'?"));
  EXPECT_THAT(refusal("[limits]\nbudget = \"soon\"\n[[sweep]]\n"),
              HasSubstr("plan.toml:2: budget: expected a duration"));
  EXPECT_THAT(refusal("[limits]\nbudget = 0\n[[sweep]]\n"), HasSubstr("plan.toml:2: budget"));
  EXPECT_THAT(refusal("[limits]\nmax_noise = 2\n[[sweep]]\n"), HasSubstr("plan.toml:2: max_noise"));
  EXPECT_THAT(refusal("[limits]\nmin_samples = 0\n[[sweep]]\n"),
              HasSubstr("plan.toml:2: min_samples"));
  EXPECT_THAT(refusal("[limits]\nnoise = 2\n[[sweep]]\n"), HasSubstr("'noise' in [limits]"));
  EXPECT_EQ(refusal("[[sweep]]\n[sweep.axes]\nsize = []\n"),
            "plan.toml:3: size: found no values, expected at least one");
  EXPECT_THAT(refusal("[[sweep]]\n[sweep.axes]\nsize = true\n"), HasSubstr("plan.toml:3: size"));
  EXPECT_THAT(refusal("[[sweep]]\n[sweep.axes]\nsize = [[1]]\n"), HasSubstr("plan.toml:3: size"));
  EXPECT_THAT(refusal("[[sweep]]\n[sweep.axes]\nsize = inf\n"), HasSubstr("a finite number"));
  EXPECT_THAT(refusal("[[sweep]]\n[sweep.axes]\nsize = 1\n\"size[pow2]\" = 2\n"),
              HasSubstr("plan.toml:4: size: given twice, first at plan.toml:3"));
  EXPECT_THAT(refusal("[[sweep]]\nzip = [\"m\", \"n\"]\n"),
              HasSubstr("plan.toml:2: zip: expected"));
  EXPECT_THAT(refusal("[[sweep]]\nwhere = [1]\n"), HasSubstr("plan.toml:2: where: expected"));
  EXPECT_THAT(refusal("[[sweep]]\noptional = 1\n"), HasSubstr("true or false"));
  EXPECT_THAT(refusal("[[sweep]]\noperation = \"training\"\nkernels = \"x\"\n"),
              HasSubstr("axis 'gradient'"));
}

TEST(PlanFile, AQuotedListIsReadLikeTheCommandLine) {
  const Plan plan = parse_plan("[[sweep]]\n[sweep.axes]\nsize = \"64, [1:2]\"\n", "p.toml");
  EXPECT_EQ(plan.sweeps[0].axes[0].values.size(), 3u);
}

TEST(LoadPlan, BuiltInNamesFilesAndNearNames) {
  EXPECT_EQ(load_plan("block-width").name, "block-width");
  EXPECT_EQ(error_of([] { load_plan("blok-width"); }),
            "unknown plan 'blok-width', expected a built-in plan or a .toml file; did you mean "
            "'block-width'?");
  EXPECT_THAT(error_of([] { load_plan("zzz"); }), HasSubstr("the built-in plans are default, "));
  EXPECT_THAT(error_of([] { load_plan("nowhere/x.toml"); }),
              HasSubstr("cannot read the plan nowhere/x.toml: No such file or directory"));
  EXPECT_THAT(error_of([] { load_plan("/"); }), HasSubstr("it is a directory"));
}

TEST(LoadPlan, AFileNamesItselfInErrors) {
  const auto path = std::filesystem::temp_directory_path() / "sweepmark_plan_file_test.toml";
  std::ofstream(path) << "[[sweep]]\n[sweep.axes]\nsize = []\n";
  EXPECT_THAT(error_of([&] { load_plan(path.string()); }), HasSubstr(path.string() + ":3: size"));
  std::filesystem::remove(path);
}

TEST(PlanText, ReadsBackToTheSameCases) {
  for (const auto& name : builtin_plan_names()) {
    const Plan plan = load_plan(name);
    const std::string text = to_toml(plan);
    const Plan again = parse_plan(text, "again.toml");
    const ExpandContext context{2, 0};
    EXPECT_EQ(ids_of(expand(plan, example_catalog(), context)),
              ids_of(expand(again, example_catalog(), context)))
        << name;
    EXPECT_EQ(to_toml(again), text) << name;
    EXPECT_EQ(again.limits.budget_seconds, plan.limits.budget_seconds);
    EXPECT_EQ(again.baseline, plan.baseline);
  }
}

TEST(PlanText, QuotesAndRealsSurvive) {
  Plan plan = plan_from_kernels({"gemm.\"odd\"\\name\n"});
  override_axis(plan, parse_axis("alpha=1.0,0.5,1e-7", "--axis"));
  const Plan again = parse_plan(plan.text, "p.toml");
  EXPECT_EQ(again.sweeps[0].kernels, plan.sweeps[0].kernels);
  EXPECT_EQ(again.sweeps[0].axes[0].values, plan.sweeps[0].axes[0].values);
  EXPECT_TRUE(again.sweeps[0].axes[0].imposed);
}

}  // namespace
}  // namespace sweepmark::host
