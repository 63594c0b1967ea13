// Text: splitting, globs, nearest names, numbers in and out whatever the locale.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sweepmark::host {

std::string_view trim(std::string_view text);

/// The pieces between separators, untrimmed; "" gives one empty piece.
std::vector<std::string> split(std::string_view text, char separator);

std::string join(const std::vector<std::string>& parts, std::string_view separator);

/// Shell pattern with * and ? (no classes); the whole name must match.
bool glob_match(std::string_view pattern, std::string_view name);

/// The candidate with the smallest edit distance, if it is close enough to be meant.
std::optional<std::string> nearest(std::string_view name,
                                   const std::vector<std::string>& candidates);

/// "; did you mean 'x'?" or "".
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

/// The whole text as a number, or nothing; never reads the locale.
std::optional<std::int64_t> parse_integer(std::string_view text);
std::optional<double> parse_real(std::string_view text);

/// The shortest text that reads back as the same double; dots whatever the locale.
std::string shortest(double value);

/// 64-bit FNV-1a, as 16 hexadecimal digits: the configuration hash of a case.
std::string fnv1a_hex(std::string_view text);

/// The argument quoted for a POSIX shell where it needs quoting.
std::string shell_quoted(std::string_view argument);

}  // namespace sweepmark::host
