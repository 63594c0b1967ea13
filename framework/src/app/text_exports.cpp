#include "app/text_exports.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace sweepmark::host {

void TextExports::add_options(CLI::App& command, const std::vector<std::string>& formats) {
  for (const auto& format : formats)
    command.add_flag(fmt::format("--{}{{-}}", format), wanted_[format],
                     fmt::format("{0} to stdout, or --{0}=FILE", format));
}

void TextExports::open() {
  for (const auto& [format, path] : wanted_)
    if (!path.empty()) opened_[format] = std::make_unique<OutputFile>(path);
}

bool TextExports::claims_standard_output() const {
  for (const auto& [format, file] : opened_)
    if (file->is_standard_output()) return true;
  return false;
}

void TextExports::write(const std::function<std::string(const std::string& format)>& render) {
  for (const auto& [format, file] : opened_) file->write(render(format));
}

bool use_color(const std::string& choice, int descriptor) {
  if (choice == "always") return true;
  if (choice == "never") return false;
  const char* no_color = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe)
  return (!no_color || !*no_color) && ::isatty(descriptor) == 1;
}

int terminal_width(int descriptor) {
  winsize size{};
  if (::isatty(descriptor) != 1 || ::ioctl(descriptor, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

}  // namespace sweepmark::host
