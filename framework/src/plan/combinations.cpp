#include "plan/combinations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "plan/axis_text.hpp"

namespace sweepmark::host {
namespace {

std::vector<std::string> names_of(const std::vector<Axis>& axes) {
  std::vector<std::string> names;
  for (const auto& axis : axes) names.push_back(axis.name);
  return names;
}

void check_zip(const Sweep& sweep, const std::vector<std::string>& zip,
               std::set<std::string>& zipped) {
  if (zip.size() < 2)
    throw Error(
        fmt::format("{}: zip: found {} axis names, expected at least 2", sweep.place, zip.size()));
  const Axis* first = nullptr;
  for (const auto& name : zip) {
    const Axis* axis = find_axis(sweep.axes, name);
    if (!axis)
      throw Error(fmt::format("{}: zip: '{}' is not an axis of this sweep{}", sweep.place, name,
                              did_you_mean(name, names_of(sweep.axes))));
    if (!zipped.insert(name).second)
      throw Error(fmt::format("{}: zip: '{}' is zipped twice", sweep.place, name));
    if (!first) first = axis;
    if (axis->values.size() != first->values.size())
      throw Error(
          fmt::format("{}: found {} values, expected {} as for '{}', with which it is "
                      "zipped",
                      where(*axis), axis->values.size(), first->values.size(), first->name));
  }
}

/// The axes that advance with `axis`, itself among them, in the order of the sweep.
std::vector<const Axis*> companions(const Sweep& sweep, const Axis& axis) {
  for (const auto& zip : sweep.zips) {
    if (std::find(zip.begin(), zip.end(), axis.name) == zip.end()) continue;
    std::vector<const Axis*> members;
    for (const auto& candidate : sweep.axes)
      if (std::find(zip.begin(), zip.end(), candidate.name) != zip.end())
        members.push_back(&candidate);
    return members;
  }
  return {&axis};
}

}  // namespace

const Value* find_choice(const Combination& combination, std::string_view axis) {
  for (const auto& choice : combination)
    if (choice.axis->name == axis) return choice.value;
  return nullptr;
}

const Axis* find_axis(const std::vector<Axis>& axes, std::string_view name) {
  for (const auto& axis : axes)
    if (axis.name == name) return &axis;
  return nullptr;
}

void check_axes(const Sweep& sweep) {
  for (const auto* list : {&sweep.axes, &sweep.fixed})
    for (const auto& axis : *list) {
      if (axis.values.empty())
        throw Error(fmt::format("{}: found no values, expected at least one", where(axis)));
      const Axis* twin = find_axis(sweep.axes, axis.name);
      if (!twin) twin = find_axis(sweep.fixed, axis.name);
      if (twin != &axis)
        throw Error(fmt::format("{}: given twice, first at {}", where(axis), twin->place));
    }
  std::set<std::string> zipped;
  for (const auto& zip : sweep.zips) check_zip(sweep, zip, zipped);
}

void leave_zips(Sweep& sweep, const std::string& name) {
  for (auto& zip : sweep.zips) zip.erase(std::remove(zip.begin(), zip.end(), name), zip.end());
  sweep.zips.erase(std::remove_if(sweep.zips.begin(), sweep.zips.end(),
                                  [](const auto& zip) { return zip.size() < 2; }),
                   sweep.zips.end());
}

Combinations::Combinations(const Sweep& sweep, const std::function<bool(const Axis&)>& matters,
                           const std::function<bool(const Axis&, const Value&)>& allows) {
  for (const auto& axis : sweep.axes) {
    const auto members = companions(sweep, axis);
    if (members.front() != &axis) continue;  // done with the first of its zip
    std::vector<Combination> rows;
    std::set<std::vector<Value>> seen;
    for (std::size_t i = 0; i < axis.values.size(); ++i) {
      Combination row;
      std::vector<Value> values;
      bool allowed = true;
      for (const auto* member : members) {
        const Value& value = member->values[i];
        allowed = allowed && allows(*member, value);
        if (!matters(*member)) continue;
        row.push_back({member, &value});
        values.push_back(value);
      }
      if (allowed && seen.insert(values).second) rows.push_back(std::move(row));
    }
    dimensions_.push_back(std::move(rows));
  }
}

double Combinations::count() const {
  double product = 1;
  for (const auto& rows : dimensions_) product *= static_cast<double>(rows.size());
  return product;
}

void Combinations::for_each(const std::function<void(const Combination&)>& visit) const {
  if (count() == 0) return;
  std::vector<std::size_t> index(dimensions_.size(), 0);
  Combination combination;
  for (;;) {
    combination.clear();
    for (std::size_t d = 0; d < dimensions_.size(); ++d)
      combination.insert(combination.end(), dimensions_[d][index[d]].begin(),
                         dimensions_[d][index[d]].end());
    visit(combination);
    std::size_t d = dimensions_.size();
    while (d > 0 && ++index[d - 1] == dimensions_[d - 1].size()) index[--d] = 0;
    if (d == 0) return;
  }
}

}  // namespace sweepmark::host
