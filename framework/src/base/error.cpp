#include "base/error.hpp"

#include <fmt/format.h>

#include <system_error>

namespace sweepmark::host {

Error system_error(std::string_view what, int error_number) {
  return Error(fmt::format("{}: {}", what, std::generic_category().message(error_number)));
}

}  // namespace sweepmark::host
