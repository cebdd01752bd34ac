// Holds the ends of an exploration's runs against what the scenario expects of memory and messages. Times and pairs are
// a timed run's business; outcomes are the exploration's.
#pragma once

#include "protocol/base/counts.h"
#include "sim/input/model/scenario.h"
#include "sim/untimed/untimed_world.h"

#include <map>
#include <string>
#include <vector>

namespace rmasim::sim {

class HopedFor {
public:
    explicit HopedFor(const Scenario& scenario);

    // What differs, a line each. `end`: the digest of the end state; ends alike are compared once.
    const std::vector<std::string>& differences_of(std::uint64_t end, const UntimedWorld& world, const Counts& counts);

private:
    std::vector<std::string> compare(const UntimedWorld& world, const Counts& counts) const;

    Scenario scenario_;
    bool any_;
    std::vector<std::string> none_;
    std::map<std::uint64_t, std::vector<std::string>> known_;
};

}  // namespace rmasim::sim
