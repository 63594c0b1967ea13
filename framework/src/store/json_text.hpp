// JSON text of a file into a tree, with every complaint as "file:line:column: what".
#pragma once
#include <string>
#include <string_view>

#include "record/json.hpp"

namespace sweepmark::host {

/// Parses `text`, whose first line is line `first_line` of `file`. Throws Error naming file, line
/// and column, what was found and what was expected.
Json parse_json_text(std::string_view text, const std::string& file, std::size_t first_line = 1);

struct LenientText {
  std::string text;                // same length and same line breaks as the input
  std::size_t tokens_blanked = 0;  // NaN, Infinity, -Infinity (any case, also nan, inf) replaced
};

/// Google Benchmark writes NaN and Infinity bare, which JSON does not have. Each is replaced by an
/// empty string of the same width, so that positions in later complaints stay right.
LenientText blank_non_finite_tokens(std::string_view text);

}  // namespace sweepmark::host
