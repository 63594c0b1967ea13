// What every report shows, before it is text: sections of one table with its words.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace sweepmark::host {

enum class Align { left, right };
enum class Emphasis { plain, strong, good, bad, faint };

struct Column {
  std::string title;
  Align align = Align::right;
  std::string help = {};  // what the column means, in a sentence
  int spare = 0;          // > 0: may be left out where there is no room, the highest first
};

struct Cell {
  std::string text;
  Emphasis emphasis = Emphasis::plain;
  std::optional<double> value = {};  // what sorting compares; nothing: the text
  std::optional<double> bar = {};    // 0..1: drawn as a bar in front of the text
};

using Row = std::vector<Cell>;

struct Section {
  std::string title;
  std::string subtitle;
  std::vector<Column> columns;
  std::vector<Row> rows;              // each as long as `columns`
  std::vector<std::string> answers;   // what the table says, in words
  std::vector<std::string> remarks;   // notes and reasons, each naming its rows
  std::vector<std::string> commands;  // one a row: what reproduces it alone; may be empty
};

struct Document {
  std::string title;
  std::vector<std::string> preamble;
  std::vector<Section> sections;
  std::vector<std::string> closing;
};

/// Remarks gathered row by row; rows that say the same share one line.
class RemarkList {
 public:
  void add(const std::string& row_label, const std::string& sentence);
  /// "a, b and 3 more: sentence" each, in the order first said.
  std::vector<std::string> lines() const;

 private:
  struct Remark {
    std::string sentence;
    std::vector<std::string> labels;
  };
  std::vector<Remark> remarks_;
};

/// Removes the columns whose cells are empty in every row.
void drop_empty_columns(Section& section);

}  // namespace sweepmark::host
