#include "training/dataset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "base/text.hpp"
#include "training/sampler.hpp"

namespace sweepmark::host {
namespace {

constexpr std::int64_t airfoil_used = 1500;
constexpr std::int64_t digits_train = 1200;
constexpr double largest_pixel = 16;
constexpr std::int64_t most_classes = 1000;

struct Wanted {
  std::string dataset, data_file, target;
  Model model;
  bool whiten;
  std::uint64_t seed;
};

Table table_of(const Wanted& w, std::int64_t rows, std::int64_t columns) {
  if (w.dataset == "bowl") return bowl_points();
  if (w.dataset == "synthetic")
    return w.model == Model::softmax ? synthetic_blobs() : synthetic_linear();
  if (w.data_file.empty())
    throw Error(
        fmt::format("data set '{}' has no file here; `sweepmark data` says where it is "
                    "looked for and where to get it",
                    w.dataset));
  Table table = load_table(w.data_file);
  if (rows > 0 && (table.rows != rows || table.columns != columns))
    throw Error(fmt::format("{}: found {} rows of {} columns, expected {} of {} ({})", w.data_file,
                            table.rows, table.columns, rows, columns, w.dataset));
  return table;
}

// Every column but `target` into x, that one into y, rows [0, count).
Examples examples_of(const Table& table, std::int64_t target) {
  Examples e;
  e.count = table.rows;
  for (std::int64_t i = 0; i < table.rows; ++i)
    for (std::int64_t j = 0; j < table.columns; ++j)
      (j == target ? e.y : e.x).push_back(table.at(i, j));
  return e;
}

// `constant` counts features from 0; columns of the file are counted from 1, the target among them.
void name_constant_columns(Dataset& data, const std::vector<std::int64_t>& constant,
                           std::int64_t target) {
  if (constant.empty()) return;
  std::vector<std::string> numbers;
  for (const std::int64_t c : constant)
    numbers.push_back(fmt::format("{}", c < target ? c + 1 : c + 2));
  data.notes.push_back(fmt::format("constant columns became 0: {}", fmt::join(numbers, ", ")));
}

void whiten_examples(Dataset& data, std::int64_t target) {
  Examples& e = data.train;
  name_constant_columns(data, whiten(e.x, e.count, data.features), target);
  if (data.model == Model::linear && !whiten(e.y, e.count, 1).empty())
    data.notes.emplace_back("the target is constant and became 0");
}

void labels_from(const Table& table, std::int64_t target, std::int64_t classes, Dataset& data) {
  std::int64_t largest = 0;
  for (std::int64_t i = 0; i < table.rows; ++i) {
    const double label = table.at(i, target);
    if (!(label >= 0 && label < static_cast<double>(classes) && label == std::floor(label)))
      throw Error(fmt::format(
          "{}: line {}: column {} is '{}'; expected a label, a whole number from 0 to {}",
          table.file, table.lines.empty() ? i + 1 : table.lines[static_cast<std::size_t>(i)],
          target + 1, shortest(label), classes - 1));
    data.train.labels.push_back(static_cast<std::int32_t>(label));
    largest = std::max(largest, static_cast<std::int64_t>(label));
  }
  data.train.y.clear();
  data.outputs = std::max<std::int64_t>(2, largest + 1);
}

void keep_first(Examples& e, std::int64_t count, std::int64_t features) {
  e.count = count;
  e.x.resize(static_cast<std::size_t>(count * features));
  e.y.resize(static_cast<std::size_t>(count));
}

void append(Examples& to, const Examples& from, std::int64_t row, std::int64_t features) {
  const auto begin = from.x.begin() + row * features;
  to.x.insert(to.x.end(), begin, begin + features);
  to.labels.push_back(from.labels[static_cast<std::size_t>(row)]);
  ++to.count;
}

// 1200 rows drawn by the seed train, the rest are held out.
void split_by_seed(Dataset& data, std::uint64_t seed) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(data.train.count));
  std::iota(order.begin(), order.end(), 0);
  std::mt19937_64 engine = stream_engine(seed, Stream::split);
  shuffle(order, engine);
  Examples train;
  for (std::size_t i = 0; i < order.size(); ++i)
    append(static_cast<std::int64_t>(i) < digits_train ? train : data.held_out, data.train,
           order[i], data.features);
  data.train = std::move(train);
}

void require_model(const Wanted& w, Model model) {
  if (w.model != model)
    throw Error(fmt::format("data set '{}' with model {}: expected model {}", w.dataset,
                            to_string(w.model), to_string(model)));
}

void prepare_pixels(const Table& table, const Wanted& w, Dataset& data) {
  require_model(w, Model::softmax);
  labels_from(table, table.columns - 1, 10, data);
  for (double& x : data.train.x) x /= largest_pixel;
  split_by_seed(data, w.seed);
}

void prepare_airfoil(const Wanted& w, std::int64_t target, Dataset& data) {
  require_model(w, Model::linear);
  if (w.whiten) whiten_examples(data, target);
  keep_first(data.train, airfoil_used, data.features);
}

void prepare_file(const Table& table, std::int64_t target, const Wanted& w, Dataset& data) {
  if (data.features < 1)
    throw Error(
        fmt::format("{}: found 1 column, expected a target and at least one feature", table.file));
  if (w.model == Model::softmax) labels_from(table, target, most_classes, data);
  if (w.whiten) whiten_examples(data, target);
}

Dataset load(const Wanted& w) {
  const bool airfoil = w.dataset == "airfoil", digits = w.dataset == "digits";
  const Table table = airfoil  ? table_of(w, 1503, 6)
                      : digits ? table_of(w, 1797, 65)
                               : table_of(w, 0, 0);
  Dataset data;
  data.name = w.dataset;
  data.synthetic = w.dataset == "synthetic";
  data.source = w.data_file.empty() ? "built in" : w.data_file;
  data.model = w.model;
  data.notes = table.notes;
  if (w.model == Model::bowl) {
    if (w.dataset != "bowl") data.notes.emplace_back("every column is a coordinate of the bowl");
    data.features = table.columns;
    data.train.count = table.rows;
    data.train.x = table.values;
    return data;
  }
  require_model(w, w.dataset == "bowl" ? Model::bowl : w.model);
  const std::int64_t target =
      airfoil || digits || data.synthetic ? table.columns - 1 : find_column(table, w.target);
  data.features = table.columns - 1;
  data.train = examples_of(table, target);
  if (digits || (data.synthetic && w.model == Model::softmax))
    prepare_pixels(table, w, data);
  else if (airfoil || data.synthetic)
    prepare_airfoil(w, target, data);
  else
    prepare_file(table, target, w, data);
  return data;
}

}  // namespace

std::vector<std::int64_t> whiten(std::vector<double>& x, std::int64_t rows, std::int64_t columns) {
  std::vector<std::int64_t> constant;
  const auto n = static_cast<double>(rows);
  for (std::int64_t j = 0; j < columns; ++j) {
    const auto cell = [&](std::int64_t i) -> double& {
      return x[static_cast<std::size_t>(i * columns + j)];
    };
    double mean = 0, squares = 0, low = cell(0), high = cell(0);
    for (std::int64_t i = 0; i < rows; ++i) {
      mean += cell(i);
      low = std::min(low, cell(i));
      high = std::max(high, cell(i));
    }
    mean /= n;
    for (std::int64_t i = 0; i < rows; ++i) squares += (cell(i) - mean) * (cell(i) - mean);
    const double deviation = std::sqrt(squares / n);
    // By comparison, not by deviation: the mean of equal numbers may round to another one.
    const bool is_constant = low == high || deviation == 0;
    for (std::int64_t i = 0; i < rows; ++i)
      cell(i) = is_constant ? 0 : (cell(i) - mean) / deviation;
    if (is_constant) constant.push_back(j);
  }
  return constant;
}

Dataset load_dataset(const TrainingCase& c) {
  return load({c.dataset, c.data_file, c.target, c.model, c.whiten, c.seed});
}

Dataset load_dataset(const NoiseCase& c) {
  return load({c.dataset, c.data_file, c.target, c.model, true, c.seed});
}

}  // namespace sweepmark::host
