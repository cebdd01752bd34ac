// Checks each run of an exploration against those expectations of the scenario that do not depend on a clock: the
// memory, and the number of messages of each kind. The class Explorer checks the expected outcome. Expected times, and
// the expected number of messages of each pair of ranks, are checked only by `rmasim run`.
#pragma once

#include "protocol/base/counts.h"
#include "sim/scenario/model/scenario.h"
#include "sim/untimed/world/untimed_ranks.h"

#include <map>
#include <string>
#include <vector>

namespace rmasim::sim {

class OrderIndependentExpectations {
public:
    // `calm`: barriers send no packets, so numbers of messages are not compared.
    explicit OrderIndependentExpectations(const Scenario& scenario, bool calm = false);

    // Returns the differences between the run and the expectations, as lines of text. `end` is the digest of the run's
    // end state. Runs with the same end state and the same messages are compared only once.
    const std::vector<std::string>& differences_of(std::uint64_t end, const UntimedRanks& world, const Counts& counts);

private:
    std::vector<std::string> compare(const UntimedRanks& world, const Counts& counts) const;

    Scenario scenario_;
    bool any_;
    std::vector<std::string> none_;
    std::map<std::uint64_t, std::vector<std::string>> known_;
};

}  // namespace rmasim::sim
