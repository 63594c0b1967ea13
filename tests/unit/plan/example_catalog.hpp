// A catalogue with every id that the built-in plans name, made by hand.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "plugin/catalog.hpp"

namespace sweepmark::host {

inline ParamInfo integer_param(std::string name, std::int64_t preset, std::int64_t low,
                               std::int64_t high) {
  ParamInfo p;
  p.name = std::move(name);
  p.low = low;
  p.high = high;
  p.step = std::int64_t{1};
  p.preset = preset;
  return p;
}

inline ParamInfo real_param(std::string name, double preset, double low, double high) {
  ParamInfo p;
  p.kind = ParamKind::real;
  p.name = std::move(name);
  p.low = low;
  p.high = high;
  p.step = 0.0;
  p.preset = preset;
  return p;
}

inline ParamInfo choice_param(std::string name, std::vector<std::string> choices) {
  ParamInfo p;
  p.kind = ParamKind::choice;
  p.name = std::move(name);
  p.low = p.high = p.step = std::int64_t{0};
  p.preset = choices.front();
  p.choices = std::move(choices);
  return p;
}

inline KernelInfo kernel(std::string id, Operation operation, std::vector<ParamInfo> params = {},
                         std::string device = "cpu") {
  KernelInfo k;
  k.id = std::move(id);
  k.operation = operation;
  k.params = std::move(params);
  k.device = std::move(device);
  return k;
}

inline OptimizerInfo optimizer(std::string id, std::vector<ParamInfo> more = {},
                               std::string device = "cpu") {
  OptimizerInfo o;
  o.id = std::move(id);
  o.device = std::move(device);
  o.params = {real_param("learning_rate", 0.01, 0, 1e6)};
  o.params.insert(o.params.end(), more.begin(), more.end());
  return o;
}

inline PluginInfo plugin(std::string path, std::vector<KernelInfo> kernels,
                         std::vector<OptimizerInfo> optimizers = {}) {
  PluginInfo p;
  p.path = std::move(path);
  p.accepted = true;
  p.kernels = std::move(kernels);
  p.optimizers = std::move(optimizers);
  return p;
}

inline Catalog example_catalog() {
  using enum Operation;
  const ParamInfo width = integer_param("block_width", 64, 1, 1'000'000);
  const ParamInfo tile = integer_param("tile", 64, 1, 4096);
  const std::vector<ParamInfo> blocks{integer_param("mc", 0, 0, 65536),
                                      integer_param("kc", 0, 0, 65536),
                                      integer_param("nc", 0, 0, 65536)};
  const auto momentum = real_param("momentum", 0.9, 0, 1);
  const std::vector<ParamInfo> adam{real_param("beta1", 0.9, 0, 1),
                                    real_param("beta2", 0.999, 0, 1),
                                    real_param("epsilon", 1e-8, 0, 1)};
  auto adamw = adam;
  adamw.push_back(real_param("weight_decay", 0.01, 0, 1e3));
  Catalog catalog;
  catalog.plugins = {
      plugin("gemm_cpu.swm.so",
             {kernel("gemm.cpu.elementwise", gemm), kernel("gemm.cpu.column", gemm),
              kernel("gemm.cpu.row", gemm), kernel("gemm.cpu.column_block", gemm, {width}),
              kernel("gemm.cpu.tiled", gemm, {tile})}),
      plugin("gemm_packed.swm.so", {kernel("gemm.cpu.packed", gemm, blocks),
                                    kernel("gemm.cpu.packed_column_block", gemm, {width})}),
      plugin("gemm_blas.swm.so",
             {kernel("gemm.blas.dot", gemm), kernel("gemm.blas.column", gemm),
              kernel("gemm.blas.row", gemm), kernel("gemm.blas.column_block", gemm, {width}),
              kernel("gemm.blas.full", gemm)}),
      plugin("gemm_peers.swm.so",
             {kernel("gemm.openblas.full", gemm), kernel("gemm.eigen.full", gemm),
              kernel("gemm.onednn.full", gemm), kernel("gemm.libxsmm.full", gemm),
              kernel("gemm.blis.full", gemm)}),
      plugin("torch.swm.so",
             {kernel("gemm.torch.dot", gemm), kernel("gemm.torch.mv", gemm),
              kernel("gemm.torch.mm", gemm), kernel("gradient.torch.autograd", gradient)},
             {optimizer("optimizer.torch.sgd")}),
      plugin("gemm_cuda.swm.so", {kernel("gemm.cuda.elementwise", gemm, {}, "cuda"),
                                  kernel("gemm.cuda.column_block", gemm, {width}, "cuda"),
                                  kernel("gemm.cublas.full", gemm, {}, "cuda")}),
      plugin("cuda_training.swm.so", {kernel("gradient.cuda.batched", gradient, {}, "cuda")},
             {optimizer("optimizer.cuda.sgd", {}, "cuda")}),
      plugin("gradient_cpu.swm.so",
             {kernel("gradient.cpu.per_example", gradient),
              kernel("gradient.cpu.batched", gradient), kernel("sgd_epoch.cpu.fused", sgd_epoch)}),
      plugin("optimizers_cpu.swm.so", {},
             {optimizer("optimizer.sgd"), optimizer("optimizer.momentum", {momentum}),
              optimizer("optimizer.nesterov", {momentum}), optimizer("optimizer.adagrad"),
              optimizer("optimizer.rmsprop", {real_param("decay", 0.99, 0, 1)}),
              optimizer("optimizer.adam", adam), optimizer("optimizer.adamw", adamw)}),
      plugin("ceilings.swm.so",
             {kernel("read.cpu", read), kernel("triad.cpu", triad), kernel("fma.cpu", fma)})};
  return catalog;
}

}  // namespace sweepmark::host
