// Runs made up with known answers: a block-width sweep, a size sweep, training, noise.
#pragma once
#include <cmath>
#include <cstdint>
#include <string>

#include "record/run_file.hpp"

namespace sweepmark::host {

/// Deterministic noise around 1: no library distribution, so every platform sees the same samples.
class SampleNoise {
 public:
  explicit SampleNoise(std::uint64_t seed, double width = 0.01) : state_(seed), width_(width) {}
  double operator()() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    const double unit = static_cast<double>(state_ >> 11) / 9007199254740992.0;
    return 1 + width_ * (unit - 0.5);
  }

 private:
  std::uint64_t state_;
  double width_;
};

inline Measurement gemm_row(const std::string& kernel, std::int64_t size, const Settings& tuning,
                            double nanoseconds, int samples = 24, double noise = 0.01) {
  Case c;
  c.kernel = kernel;
  c.problem.m = c.problem.n = c.problem.k = size;
  c.tuning = tuning;
  Measurement m = begin_measurement(c);
  m.plugin = {"gemm_test", "1.0.0", "gemm_test.swm.so", "g++ 12.2", "-O3"};
  m.outcome = Outcome::measured;
  SampleNoise wobble(std::hash<std::string>{}(m.id), noise);
  for (int i = 0; i < samples; ++i) {
    m.samples_ns.push_back(nanoseconds * wobble());
    m.rounds.push_back(i);
  }
  const auto n = static_cast<double>(size);
  m.flops = 2 * n * n * n;
  m.bytes = 4 * 3 * n * n;
  m.threads_used = 1;
  m.iterations = 10;
  m.bound_error = 0.04;
  m.empty_call_ns = 6;
  m.stopped_by = StoppedBy::interval;
  m.reproduce = "sweepmark run --filter '" + m.id + "'";
  summarize(m);
  return m;
}

inline RunHeader header_of(const std::string& plan) {
  RunHeader header;
  header.version = "0.1.0";
  header.plan = plan;
  header.started = "2026-08-24T10:11:12Z";
  header.environment.host = "box";
  header.environment.cpu = "Test CPU";
  header.environment.usable_cpus = 2;
  header.environment.caches = {{1, "data", 49152, 1},
                               {1, "instruction", 32768, 1},
                               {2, "unified", 2097152, 1},
                               {3, "unified", 33554432, 2}};
  header.environment.os = "Linux";
  header.environment.compiler = "g++ 12.2";
  header.environment.flags = "-O3";
  header.environment.build_type = "Release";
  Ceilings ceilings;
  ceilings.gflops["f32"][1] = 110;
  ceilings.gbytes_per_second = {{"L1", 200}, {"L2", 80}, {"L3", 30}, {"DRAM", 12}};
  ceilings.empty_call_ns = 6;
  header.ceilings = ceilings;
  return header;
}

/// 256 x 256: column_block at `rate` GFLOP/s plus `overhead` ns per block call; element, column,
/// row and full beside it.
inline RunFile block_width_run(double overhead = 2000, double rate = 60, double noise = 0.01) {
  RunFile run;
  run.path = "block_width.jsonl";
  run.header = header_of("block-width");
  const double flops = 2.0 * 256 * 256 * 256;
  run.measurements.push_back(gemm_row("gemm.blas.dot", 256, {}, flops / 0.8, 24, noise));
  run.measurements.push_back(gemm_row("gemm.blas.column", 256, {}, flops / 9, 24, noise));
  run.measurements.push_back(gemm_row("gemm.blas.row", 256, {}, flops / 8, 24, noise));
  run.measurements.push_back(gemm_row("gemm.blas.full", 256, {}, flops / 59, 24, noise));
  for (const std::int64_t width : {1, 4, 16, 64, 256}) {
    const double time = std::ceil(256.0 / static_cast<double>(width)) * overhead + flops / rate;
    run.measurements.push_back(
        gemm_row("gemm.blas.column_block", 256, {{"block_width", width}}, time, 24, noise));
  }
  run.end = RunEnd{true, {{"measured", 9}}, 12.5};
  return run;
}

/// Two kernels over sizes: `small` wins below the crossing size, `large` above it; at 512 `large`
/// falls off a cliff.
inline RunFile size_run() {
  RunFile run;
  run.path = "sizes.jsonl";
  run.header = header_of("matrix-size");
  for (const std::int64_t size : {16, 32, 64, 128, 256, 511, 512, 513, 1024}) {
    const double n = static_cast<double>(size), flops = 2 * n * n * n;
    run.measurements.push_back(gemm_row("gemm.test.small", size, {}, flops / 10));
    const double rate = size == 512 ? 20 : 40;
    run.measurements.push_back(gemm_row("gemm.test.large", size, {}, 5000 + flops / rate));
  }
  run.end = RunEnd{true, {{"measured", 18}}, 12.5};
  return run;
}

inline TrainingRecord training_row(std::int64_t batch, std::uint64_t seed, double loss,
                                   double ns_per_step) {
  TrainingRecord t;
  t.training.dataset = "airfoil";
  t.training.gradient = "gradient.cpu.batched";
  t.training.optimizer = "optimizer.sgd";
  t.training.hyperparameters = {{"learning_rate", 0.1}};
  t.training.batch_size = batch;
  t.training.epochs = 2;
  t.training.seed = seed;
  t.id = training_id(t.training);
  t.hash = training_hash(t.training);
  t.outcome = Outcome::measured;
  t.epochs = 2;
  t.examples = 3000;
  t.steps = 3000 / batch;
  t.seconds_per_step = ns_per_step * 1e-9;
  t.seconds_per_epoch = static_cast<double>(t.steps) / 2 * *t.seconds_per_step;
  t.examples_per_second = static_cast<double>(batch) / *t.seconds_per_step;
  SampleNoise wobble(seed + static_cast<std::uint64_t>(batch));
  for (int i = 0; i < 8; ++i) t.samples_ns.push_back(*t.seconds_per_epoch * 1e9 * wobble());
  t.final_loss = loss;
  for (int i = 0; i <= 10; ++i)
    t.curve.push_back(
        {i * 300, *t.seconds_per_epoch * 0.2 * i, loss + 0.25 * std::exp(-static_cast<double>(i))});
  t.reproduce = "sweepmark run --filter '" + t.id + "'";
  return t;
}

/// Batches 1, 10, 100 with `seeds` seeds each: a step costs 1000 ns + 20 ns an example; steps to
/// loss 0.3 follow steps = 40 (1 + 30 / b).
inline RunFile training_run(std::uint64_t seeds = 5) {
  RunFile run;
  run.path = "training.jsonl";
  run.header = header_of("minibatch-race");
  for (const std::int64_t batch : {1, 4, 10, 40, 100})
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      const auto b = static_cast<double>(batch);
      TrainingRecord t =
          training_row(batch, seed, 0.244 + 0.001 * static_cast<double>(seed), 1000 + 20 * b);
      const auto steps = static_cast<std::int64_t>(std::llround(40 * (1 + 30 / b)));
      t.time_to_target.push_back({0.3, steps, static_cast<double>(steps) * *t.seconds_per_step});
      if (seed < 2)
        t.time_to_target.push_back(
            {0.245, 2 * steps, 2 * static_cast<double>(steps) * *t.seconds_per_step});
      else
        t.time_to_target.push_back({0.245, std::nullopt, std::nullopt});
      run.training.push_back(t);
    }
  run.end = RunEnd{true, {}, 3};
  return run;
}

inline NoiseRecord noise_row(std::int64_t batch) {
  NoiseRecord n;
  n.noise.gradient = "gradient.cpu.batched";
  n.noise.batch_size = batch;
  n.id = noise_id(n.noise);
  n.hash = noise_hash(n.noise);
  n.outcome = Outcome::measured;
  n.gradient = {-5, 3};
  n.bias = {0.01, -0.02};
  n.bias_standard_error = {0.02, 0.02};
  n.deviation_sqrt_b = 1.99;
  n.deviation = 1.99 / std::sqrt(static_cast<double>(batch));
  n.theory_sqrt_b = 2;
  return n;
}

}  // namespace sweepmark::host
