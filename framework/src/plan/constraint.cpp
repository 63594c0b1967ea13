#include "plan/constraint.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "base/text.hpp"

namespace sweepmark::host {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return begins_name(c) || is_digit(c) || c == '.'; }

double remainder_of(double a, double b) { return std::fmod(a, b); }
double negation(double a) { return a == 0 ? 1 : 0; }

/// Words become numbers, because muParser's variables are numbers only.
class WordNumbers {
 public:
  std::size_t index(const std::string& word) {
    return indices_.try_emplace(word, indices_.size()).first->second;
  }
  // Negative and odd, so that `n == f32` is not true by accident.
  double number(const std::string& word) { return -0.123 - static_cast<double>(index(word)); }

 private:
  std::map<std::string, std::size_t> indices_;
};

std::size_t end_of_number(std::string_view text, std::size_t i) {
  while (i < text.size() && (is_digit(text[i]) || text[i] == '.')) ++i;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    std::size_t j = i + 1;
    if (j < text.size() && (text[j] == '+' || text[j] == '-')) ++j;
    if (j < text.size() && is_digit(text[j])) {
      while (j < text.size() && is_digit(text[j])) ++j;
      return j;
    }
  }
  return i;
}

}  // namespace

struct Constraint::Formula {
  mu::Parser parser;
  WordNumbers words;
  // The addresses of both maps' values are bound into the parser.
  std::map<std::string, double> variables, word_values;
  std::string expression, place;
  /// Texts and names replaced, and where each character of it came from.
  std::string translated;
  std::vector<std::size_t> origin;

  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(fmt::format("{}: constraint '{}': {}", place, expression, what));
  }

  void emit(std::string_view text, std::size_t from) {
    translated += text;
    origin.insert(origin.end(), text.size(), from);
  }

  void emit_word(const std::string& word, std::size_t from) {
    // A variable and not a literal: the number must survive muParser's own reading unchanged.
    const std::string name = fmt::format("_word_{}", words.index(word));
    word_values[name] = words.number(word);
    emit(name, from);
  }

  std::size_t quoted(std::size_t i) {
    const auto end = expression.find(expression[i], i + 1);
    if (end == std::string::npos) refuse(fmt::format("column {}: the quote is not closed", i + 1));
    emit_word(expression.substr(i + 1, end - i - 1), i);
    return end + 1;
  }

  std::size_t name(std::size_t i, const std::vector<std::string>& names,
                   const std::vector<std::string>& known_words) {
    std::size_t end = i;
    while (end < expression.size() && continues_name(expression[end])) ++end;
    const std::string found = expression.substr(i, end - i);
    const auto among = [&](const auto& list) {
      return std::find(list.begin(), list.end(), found) != list.end();
    };
    if (among(names)) {
      variables[found] = 0;
      emit(found, i);
    } else if (parser.GetFunDef().count(found) > 0 || parser.GetConst().count(found) > 0) {
      emit(found, i);
    } else if (among(known_words)) {
      emit_word(found, i);
    } else {
      refuse(
          fmt::format("column {}: unknown name '{}'{}", i + 1, found, did_you_mean(found, names)));
    }
    return end;
  }

  std::size_t equals_sign(std::size_t i) {
    if (i + 1 < expression.size() && expression[i + 1] == '=') {
      emit("==", i);
      return i + 2;
    }
    // muParser would assign, and the condition would always hold.
    refuse(fmt::format("column {}: found '=', expected '=='", i + 1));
  }

  void translate(const std::vector<std::string>& names,
                 const std::vector<std::string>& words_known) {
    for (std::size_t i = 0; i < expression.size();) {
      const char c = expression[i];
      const bool more = i + 1 < expression.size();
      if (c == '\'' || c == '"') {
        i = quoted(i);
      } else if (begins_name(c)) {
        i = name(i, names, words_known);
      } else if (is_digit(c) || (c == '.' && more && is_digit(expression[i + 1]))) {
        const std::size_t end = end_of_number(expression, i);
        for (; i < end; ++i) emit(expression.substr(i, 1), i);
      } else if ((c == '<' || c == '>' || c == '!') && more && expression[i + 1] == '=') {
        emit(expression.substr(i, 2), i);
        i += 2;
      } else if (c == '=') {
        i = equals_sign(i);
      } else {
        emit(expression.substr(i, 1), i);
        ++i;
      }
    }
  }
};

Constraint::Constraint(const std::string& expression, const std::string& place,
                       const std::vector<std::string>& names, const std::vector<std::string>& words)
    : formula_(std::make_unique<Formula>()) {
  Formula& f = *formula_;
  f.expression = expression;
  f.place = place;
  if (trim(expression).empty()) f.refuse("found nothing, expected a condition");
  f.parser.DefineOprtChars("%");
  f.parser.DefineOprt("%", remainder_of, mu::prMUL_DIV, mu::oaLEFT, true);
  f.parser.DefineInfixOprtChars("!-+");
  f.parser.DefineInfixOprt("!", negation);
  f.translate(names, words);
  try {
    for (auto& [name, value] : f.variables) f.parser.DefineVar(name, &value);
    for (auto& [name, value] : f.word_values) f.parser.DefineVar(name, &value);
    f.parser.SetExpr(f.translated);
    f.parser.Eval();
    if (f.parser.GetNumResults() != 1) f.refuse("found a list, expected one condition");
  } catch (const mu::Parser::exception_type& error) {
    const auto at = static_cast<std::size_t>(std::max(0, static_cast<int>(error.GetPos())));
    const std::size_t column = at < f.origin.size() ? f.origin[at] + 1 : expression.size();
    const std::string& token = error.GetToken();
    f.refuse(fmt::format("column {}: not a condition{}", column,
                         token.empty() ? "" : fmt::format(", near '{}'", token)));
  }
}

Constraint::~Constraint() = default;
Constraint::Constraint(Constraint&&) noexcept = default;
Constraint& Constraint::operator=(Constraint&&) noexcept = default;

bool Constraint::holds(const Settings& values) {
  Formula& f = *formula_;
  for (auto& [name, variable] : f.variables) {
    const auto found = values.find(name);
    if (found == values.end()) return true;
    const auto* text = std::get_if<std::string>(&found->second);
    variable = text ? f.words.number(*text) : as_real(found->second, name);
  }
  const double result = f.parser.Eval();
  return !std::isnan(result) && result != 0;
}

}  // namespace sweepmark::host
