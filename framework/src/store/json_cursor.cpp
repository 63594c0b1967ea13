#include "store/json_cursor.hpp"

#include <charconv>
#include <cmath>

namespace sweepmark::host {
namespace {

bool begins_number(char c) { return c == '-' || (c >= '0' && c <= '9'); }

/// What a one-letter escape stands for; 0 for those that are not one letter.
char unescaped(char c) {
  switch (c) {
    case '"':
    case '\\':
    case '/':
      return c;
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    default:
      return 0;
  }
}

}  // namespace

bool JsonCursor::word(std::string_view expected) {
  if (static_cast<std::size_t>(end_ - at_) < expected.size() ||
      std::string_view(at_, expected.size()) != expected)
    return false;
  at_ += expected.size();
  return true;
}

bool JsonCursor::plain_text(std::string_view& out) {
  if (!consume('"')) return false;
  const char* start = at_;
  for (; at_ != end_ && *at_ != '"'; ++at_)
    if (*at_ == '\\' || static_cast<unsigned char>(*at_) < 0x20 ||
        static_cast<unsigned char>(*at_) >= 0x80)
      return false;
  out = std::string_view(start, static_cast<std::size_t>(at_ - start));
  return consume('"');
}

bool JsonCursor::text(std::string& out) {
  const char* start = at_;
  if (std::string_view plain; plain_text(plain)) {
    out = plain;
    return true;
  }
  at_ = start;
  out.clear();
  if (!consume('"')) return false;
  while (at_ != end_ && *at_ != '"') {
    char c = *at_++;
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x80) return false;
    if (c == '\\') {
      if (at_ == end_) return false;
      c = unescaped(*at_++);
      if (c == 0) return false;
    }
    out += c;
  }
  return consume('"');
}

bool JsonCursor::number(double& out) {
  if (at_ == end_ || !begins_number(*at_)) return false;
  const auto result = std::from_chars(at_, end_, out);
  if (result.ec != std::errc{} || !std::isfinite(out)) return false;
  at_ = result.ptr;
  return true;
}

bool JsonCursor::integer(std::int64_t& out) {
  if (at_ == end_ || !begins_number(*at_)) return false;
  const auto result = std::from_chars(at_, end_, out);
  if (result.ec != std::errc{}) return false;
  at_ = result.ptr;
  // 1.5 or 1e3 is no integer here: the full parser decides what it is.
  return at_ == end_ || (*at_ != '.' && *at_ != 'e' && *at_ != 'E');
}

bool JsonCursor::boolean(bool& out) {
  out = peek('t');
  return out ? word("true") : word("false");
}

bool JsonCursor::value(Value& out) {
  if (peek('"')) {
    std::string text_value;
    if (!text(text_value)) return false;
    out = std::move(text_value);
    return true;
  }
  const char* start = at_;
  if (std::int64_t whole = 0; integer(whole)) {
    out = whole;
    return true;
  }
  at_ = start;
  double real = 0;
  if (!number(real)) return false;
  out = real;
  return true;
}

}  // namespace sweepmark::host
