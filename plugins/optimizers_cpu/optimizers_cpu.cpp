// The update rules on the processor.
#include "plugins/optimizers_cpu/optimizers.hpp"

SWEEPMARK_PLUGIN("optimizers_cpu", "1.0.0", sweepmark::Sgd, sweepmark::Momentum,
                 sweepmark::Nesterov, sweepmark::Adagrad, sweepmark::Rmsprop, sweepmark::Adam,
                 sweepmark::Adamw)
