// Text as a terminal shows it: its width in cells, and nothing that moves the cursor.
#pragma once
#include <string>
#include <string_view>

namespace sweepmark::host {

/// Terminal cells the UTF-8 text takes: 0 for combining marks, 2 for East Asian wide characters and
/// emoji (the ranges of Unicode's EastAsianWidth W and F), 1 for the rest, broken bytes included.
std::size_t display_width(std::string_view utf8);

/// Control characters as \n, \t, \x1b: a name from a file never writes an escape sequence.
std::string without_controls(std::string_view text);

/// The text broken at blanks into lines of at most `width` cells; later lines begin with `indent`.
std::string wrapped(std::string_view text, std::size_t width, std::string_view indent);

}  // namespace sweepmark::host
