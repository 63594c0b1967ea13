#include "reports/display_text.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/text.hpp"

namespace sweepmark::host {
namespace {

struct Range {
  char32_t first, last;
};

constexpr std::array<Range, 7> zero_width{{{0x0300, 0x036F},
                                           {0x0483, 0x0489},
                                           {0x0591, 0x05BD},
                                           {0x200B, 0x200F},
                                           {0x20D0, 0x20FF},
                                           {0xFE00, 0xFE0F},
                                           {0xFE20, 0xFE2F}}};
constexpr std::array<Range, 10> wide{{{0x1100, 0x115F},
                                      {0x2E80, 0x303E},
                                      {0x3041, 0x33FF},
                                      {0x3400, 0x4DBF},
                                      {0x4E00, 0x9FFF},
                                      {0xA000, 0xA4CF},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFF00, 0xFF60},
                                      {0x1F300, 0x1FAFF}}};

template <std::size_t N>
bool in(const std::array<Range, N>& ranges, char32_t c) {
  for (const Range& r : ranges)
    if (c >= r.first && c <= r.last) return true;
  return false;
}

/// The code point at `i`, which moves past it; a broken byte counts as itself.
char32_t next_code_point(std::string_view text, std::size_t& i) {
  const auto lead = static_cast<unsigned char>(text[i++]);
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
  if (more == 0) return lead;
  auto code = static_cast<char32_t>(lead & (0x3F >> more));
  std::size_t at = i;
  for (int k = 0; k < more; ++k, ++at) {
    if (at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80) return lead;
    code = (code << 6) | (static_cast<unsigned char>(text[at]) & 0x3FU);
  }
  i = at;
  return code;
}

}  // namespace

std::size_t display_width(std::string_view utf8) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < utf8.size();) {
    const char32_t c = next_code_point(utf8, i);
    if (!in(zero_width, c)) width += in(wide, c) ? 2 : 1;
  }
  return width;
}

std::string without_controls(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n')
      safe += "\\n";
    else if (c == '\r')
      safe += "\\r";
    else if (c == '\t')
      safe += "\\t";
    else if (byte < 0x20 || byte == 0x7F)
      safe += fmt::format("\\x{:02x}", byte);
    else
      safe += c;
  }
  return safe;
}

std::string wrapped(std::string_view text, std::size_t width, std::string_view indent) {
  std::string out;
  std::size_t used = 0;
  for (const auto& word : split(text, ' ')) {
    const std::size_t cells = display_width(word);
    if (used > 0 && width > 0 && used + 1 + cells > width) {
      (out += '\n') += indent;
      used = display_width(indent);
    } else if (!out.empty()) {
      out += ' ';
      ++used;
    }
    out += word;
    used += cells;
  }
  return out;
}

}  // namespace sweepmark::host
