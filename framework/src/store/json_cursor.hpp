// A reader that walks compact JSON once and builds no tree: for lines by the hundred thousand.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "record/value.hpp"

namespace sweepmark::host {

/// Every function reads one thing and moves past it, or returns false and leaves the position
/// anywhere: the caller then gives up and lets the full parser say what is wrong. Blanks between
/// tokens, bytes outside ASCII and \u escapes count as "anything unusual": false.
class JsonCursor {
 public:
  explicit JsonCursor(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  bool consume(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  bool peek(char c) const { return at_ != end_ && *at_ == c; }
  bool at_end() const { return at_ == end_; }

  bool word(std::string_view expected);
  bool text(std::string& out);
  /// A string without escapes, as a view into the line.
  bool plain_text(std::string_view& out);
  bool number(double& out);
  bool integer(std::int64_t& out);
  bool boolean(bool& out);
  /// A number or a string: a Value.
  bool value(Value& out);

  /// null leaves `out` empty.
  template <class T, class Read>
  bool or_null(std::optional<T>& out, Read read) {
    if (peek('n')) {
      out.reset();
      return word("null");
    }
    T item{};
    if (!read(item)) return false;
    out = std::move(item);
    return true;
  }
  /// [item,item,...]
  template <class Read>
  bool list(Read read) {
    if (!consume('[')) return false;
    if (consume(']')) return true;
    do {
      if (!read()) return false;
    } while (consume(','));
    return consume(']');
  }
  /// {"name":item,...}; `read` gets the name.
  template <class Read>
  bool object(Read read) {
    if (!consume('{')) return false;
    if (consume('}')) return true;
    do {
      std::string_view name;
      if (!plain_text(name) || !consume(':') || !read(name)) return false;
    } while (consume(','));
    return consume('}');
  }

 private:
  const char* at_;
  const char* end_;
};

}  // namespace sweepmark::host
