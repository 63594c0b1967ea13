// What expanding one plan carries from sweep to sweep.
#pragma once
#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "plan/combinations.hpp"
#include "plan/constraint.hpp"
#include "plan/expand.hpp"

namespace sweepmark::host {

class Expansion {
 public:
  Expansion(const Catalog& catalog, const ExpandContext& context)
      : catalog(catalog), context(context) {}

  const Catalog& catalog;
  const ExpandContext& context;
  ExpandedPlan result;

  void note(const std::string& text);

  /// True the first time an id is seen. Throws Error when there are more than a million.
  bool is_new(const std::string& id, const std::string& place);

  /// Counts combinations about to be visited. Throws Error above a million, ten million before
  /// constraints: a range too fine to be meant.
  void reserve(const Combinations& combinations, const Sweep& sweep);

  /// An axis that this sweep does not know: left out when imposed or optional, else an Error.
  void unknown_axis(const Sweep& sweep, const Axis& axis);
  void known_axis(const Axis& axis);
  /// At the end: an imposed axis that no sweep knew is an Error.
  void check_imposed() const;

  /// The number behind a value of the axis threads. Above the usable CPUs: with a note.
  int threads(const Value& value);

 private:
  std::unordered_set<std::string> ids_;
  std::set<std::string> notes_, known_;
  std::map<std::string, std::string> unknown_;  // imposed axis -> its complaint
  double combinations_ = 0;
};

/// The sweep's constraints, ready to be asked. `words` are texts beside those of the axes. A place
/// that begins with "--" may name axes of other operations.
std::vector<Constraint> make_constraints(const Sweep& sweep, const Catalog& catalog,
                                         const std::vector<std::string>& words);
bool all_hold(std::vector<Constraint>& constraints, const Settings& values);

/// Throws Error when two axes say the same thing (size and n, epochs and steps).
void check_rivals(const Sweep& sweep);

void expand_kernel_sweep(const Sweep& sweep, Expansion& expansion);
void expand_training_sweep(const Sweep& sweep, Expansion& expansion);
void expand_noise_sweep(const Sweep& sweep, Expansion& expansion);

}  // namespace sweepmark::host
