// Gradients of a model over a batch, and the fused epoch they are compared with.
#include "plugins/gradient_cpu/gradient_kernels.hpp"
#include "plugins/gradient_cpu/sgd_epoch_fused.hpp"

SWEEPMARK_PLUGIN("gradient_cpu", "1.0.0", sweepmark::GradientPerExample, sweepmark::GradientBatched,
                 sweepmark::SgdEpochFused)
