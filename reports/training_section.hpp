// Tables of training and of gradient noise.
#pragma once
#include "analysis/training_summary.hpp"
#include "reports/section.hpp"

namespace sweepmark::host {

/// One table per data set and model: a row a configuration, over its seeds. Columns name only what
/// differs between the rows; what all share stands in the subtitle.
std::vector<Section> training_sections(const RunFile& run,
                                       const std::vector<TrainingSummary>& summaries);

/// One table per data set: a row a batch size.
std::vector<Section> noise_sections(const RunFile& run);

/// "gradient.cpu.batched, optimizer.sgd, learning_rate=0.4, batch 100": what tells it from others.
std::string training_label(const TrainingCase& c);

}  // namespace sweepmark::host
