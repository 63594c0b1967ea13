#include "app/training_data.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "training/data_search.hpp"
#include "training/dataset.hpp"

namespace sweepmark::host {
namespace {

class Resolver {
 public:
  explicit Resolver(const std::vector<std::string>& folders) : folders_(folders) {}

  template <class AnyCase>
  void resolve(AnyCase& c) {
    if (c.settled) return;
    const auto file = find_data_file(c.dataset, folders_);
    if (file) {
      c.data_file = *file;
    } else {
      stand_ins_.insert(c.dataset);
      c.dataset = "synthetic";
    }
    if (c.batch_size == 0) c.batch_size = example_count(c);
  }

  std::vector<std::string> sentences() const {
    std::vector<std::string> list;
    for (const auto& name : stand_ins_)
      list.push_back(
          fmt::format("SYNTHETIC DATA: '{}' was not found, made-up data of its shape stand in "
                      "(sweepmark data says where it looks and where to get it)",
                      name));
    return list;
  }

 private:
  template <class AnyCase>
  std::int64_t example_count(const AnyCase& c) {
    const std::string key = fmt::format("{}/{}/{}", c.dataset, c.data_file, to_string(c.model));
    auto it = counts_.find(key);
    if (it == counts_.end()) it = counts_.emplace(key, load_dataset(c).train.count).first;
    if constexpr (requires { c.duplicate; }) return it->second * c.duplicate;
    return it->second;
  }

  const std::vector<std::string>& folders_;
  std::map<std::string, std::int64_t> counts_;
  std::set<std::string> stand_ins_;
};

}  // namespace

std::vector<std::string> resolve_data(ExpandedPlan& plan, const std::vector<std::string>& folders) {
  Resolver resolver(folders);
  for (auto& c : plan.training) resolver.resolve(c);
  for (auto& c : plan.noise) resolver.resolve(c);
  return resolver.sentences();
}

}  // namespace sweepmark::host
