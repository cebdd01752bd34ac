// Which rules the programs of a scenario could break, by window. What they cannot break is not watched: large runs pay
// nothing for it.
#pragma once

#include "protocol/base/enum_set.h"
#include "sim/scenario/model/scenario.h"

#include <vector>

namespace rmasim::sim::usage {

enum class Rule : std::uint8_t {
    targets_locked,  // operations, flushes and UNLOCK need a LOCK of their target, which is not locked twice
    groups_match,    // group_rules.h
    locks_apart,     // lock_rules.h
    own_window,      // window_rules.h: NOSTORE
    not_updated,     // the same: NOPUT of fences
    fences_agree,    // fence_rules.h
    peers_agree,     // change_rules.h
};
using Rules = EnumSet<Rule, 7>;

// By window. All of them if no thread has a program: then anything may be called.
std::vector<Rules> rules_needed(const Scenario& scenario);
// Whether members of a communicator may make different collective calls (collective_rules.h). Where there are only
// barriers they are all alike.
bool collectives_may_differ(const Scenario& scenario);

}  // namespace rmasim::sim::usage
