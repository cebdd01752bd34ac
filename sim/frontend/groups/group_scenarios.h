// The scenarios of a document with independent groups of ranks ("groups": 64). Each group has a scenario. It has all
// settings of the document, and the group's own number and random choices.
#pragma once

#include "sim/scenario/json/json.h"
#include "sim/scenario/model/scenario.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace rmasim::sim {

class GroupScenarios {
public:
    // Changes a scenario after it is read, for example its seed. The function must make the same changes to the
    // scenario of every group.
    using Choose = std::function<void(Scenario&)>;

    // Names of files in the document are relative to `folder`. Raises BadInput if the scenario of the first group has
    // an error.
    GroupScenarios(Json document, std::string folder, Choose choose);

    std::int64_t count() const { return first_.groups; }
    const Scenario& first() const { return first_; }
    Scenario take_first() && { return std::move(first_); }
    // The scenario of a group. Raises BadInput for errors that only this group has. The error names the group.
    Scenario of(std::int64_t group) const;

private:
    std::shared_ptr<const Json> document_;
    std::string folder_;
    Choose choose_;
    Scenario first_;
};

// The seed of a group. The seed of group 0 is the scenario's seed.
std::uint64_t seed_of_group(std::uint64_t seed, std::int64_t group);

}  // namespace rmasim::sim
