// The scenarios of a document whose ranks are groups that never meet ("groups": 64): one for each group. A group has
// all that the document says, a number, and random choices of its own.
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
    // What is chosen beside the document, such as a seed. Must do the same to each scenario.
    using Choose = std::function<void(Scenario&)>;

    // Files that the document names are relative to `folder`. Raises BadInput if the first group has an error.
    GroupScenarios(Json document, std::string folder, Choose choose);

    std::int64_t count() const { return first_.groups; }
    const Scenario& first() const { return first_; }
    Scenario take_first() && { return std::move(first_); }
    // Raises BadInput, which names the group, for what is wrong with this one only.
    Scenario of(std::int64_t group) const;

private:
    std::shared_ptr<const Json> document_;
    std::string folder_;
    Choose choose_;
    Scenario first_;
};

// That of group 0 is the scenario's own.
std::uint64_t seed_of_group(std::uint64_t seed, std::int64_t group);

}  // namespace rmasim::sim
