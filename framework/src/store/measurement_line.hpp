// The fast way in for the store's commonest line.
#pragma once
#include <optional>
#include <string_view>

#include "record/measurement.hpp"

namespace sweepmark::host {

/// A measurement line in the form this program writes. Nothing for any other line, valid or not:
/// the full parser then reads it or says what is wrong with it.
std::optional<Measurement> measurement_from_line(std::string_view line);

}  // namespace sweepmark::host
