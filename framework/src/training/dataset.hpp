// A data set ready for training: numbers in float64, targets or labels, and the rows held out.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "record/training_case.hpp"
#include "training/table.hpp"

namespace sweepmark::host {

/// Examples as rows of x[count x features]; y (linear) or labels (softmax) of the same count.
struct Examples {
  std::int64_t count = 0;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<std::int32_t> labels;
};

struct Dataset {
  std::string name;
  std::string source;  // the path, or "built in"
  bool synthetic = false;
  Model model = Model::linear;
  std::int64_t features = 0;
  std::int64_t outputs = 1;  // softmax: classes
  Examples train;
  Examples held_out;  // where accuracy is measured; empty: on the training examples
  std::vector<std::string> notes;
};

/// What a training case asks for. The rules, by `dataset`:
///  - airfoil: 1503 x 6 from data_file, whitened over all rows, the first 1500 used; linear only.
///  - digits: 1797 x 65 from data_file, pixels / 16; 1200 rows drawn by the seed, 597 held out.
///  - bowl: 1000 built-in points, their mean exactly removed up to rounding; the same for every
///  seed.
///  - synthetic: made-up data in airfoil's (linear) or digits' (softmax) shape, prepared likewise.
///  - else a file: column `target` (name or number, default the last) is the target or, for
///  softmax,
///    a label 0, 1, 2, ...; the other columns are features, whitened unless whiten is false; the
///    target of a linear model is whitened too.
/// Throws Error: file missing or malformed, another shape than the named set's, a label that is not
/// a whole number in range (with file, line and column), a model that does not fit the set.
Dataset load_dataset(const TrainingCase& c);

/// The same for a noise case: the data a training case with its seed would train on.
Dataset load_dataset(const NoiseCase& c);

/// Removes the mean of each column of x[rows x columns] and divides by its population standard
/// deviation. A constant column becomes exactly 0; their numbers (from 0) are returned.
std::vector<std::int64_t> whiten(std::vector<double>& x, std::int64_t rows, std::int64_t columns);

/// 1503 x 6: five normal features, a linear target with noise; R^2 about that of airfoil.
Table synthetic_linear();
/// 1797 x 65: ten blobs of pixel values 0 to 16, the label last.
Table synthetic_blobs();
/// 1000 x 2: normal points, centred.
Table bowl_points();

}  // namespace sweepmark::host
