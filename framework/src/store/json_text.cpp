#include "store/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"

namespace sweepmark::host {
namespace {

/// The library's sentence without its error number and its own idea of the position.
std::string plain_reason(const nlohmann::json::parse_error& error) {
  std::string reason = error.what();
  if (const auto at = reason.find("syntax error"); at != std::string::npos)
    return reason.substr(at);
  if (const auto at = reason.find("] "); at != std::string::npos) return reason.substr(at + 2);
  return reason;
}

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool same_ignoring_case(std::string_view a, std::string_view lower) {
  return a.size() == lower.size() &&
         std::equal(a.begin(), a.end(), lower.begin(), [](char x, char y) {
           return (x >= 'A' && x <= 'Z' ? static_cast<char>(x - 'A' + 'a') : x) == y;
         });
}

}  // namespace

Json parse_json_text(std::string_view text, const std::string& file, std::size_t first_line) {
  try {
    return Json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    const std::size_t at = std::min(error.byte > 0 ? error.byte - 1 : 0, text.size());
    const auto before = text.substr(0, at);
    const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const auto line_start = before.rfind('\n');
    const std::size_t column = line_start == std::string_view::npos ? at + 1 : at - line_start;
    throw Error(fmt::format("{}:{}:{}: {}", file, first_line + line, column, plain_reason(error)));
  } catch (const nlohmann::json::exception& error) {
    throw Error(fmt::format("{}:{}:1: {}", file, first_line, error.what()));
  }
}

LenientText blank_non_finite_tokens(std::string_view text) {
  constexpr std::array<std::string_view, 3> tokens{"nan", "infinity", "inf"};
  LenientText result{std::string(text), 0};
  std::string& out = result.text;
  bool in_string = false;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (in_string) {
      if (out[i] == '\\')
        ++i;
      else if (out[i] == '"')
        in_string = false;
      continue;
    }
    if (out[i] == '"') in_string = true;
    if (!is_word(out[i])) continue;
    std::size_t end = i;
    while (end < out.size() && is_word(out[end])) ++end;
    const auto word = std::string_view(out).substr(i, end - i);
    const bool token = std::any_of(tokens.begin(), tokens.end(),
                                   [&](std::string_view t) { return same_ignoring_case(word, t); });
    if (token) {
      const std::size_t start = i > 0 && (out[i - 1] == '-' || out[i - 1] == '+') ? i - 1 : i;
      std::fill(out.begin() + static_cast<std::ptrdiff_t>(start),
                out.begin() + static_cast<std::ptrdiff_t>(end), ' ');
      out[start] = out[start + 1] = '"';
      ++result.tokens_blanked;
    }
    i = end - 1;
  }
  return result;
}

}  // namespace sweepmark::host
