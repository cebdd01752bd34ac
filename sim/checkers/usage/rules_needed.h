// Functions that determine for each window the rules that the programs of a scenario could break. Other rules are not
// checked, to save time in large runs.
#pragma once

#include "protocol/base/enum_set.h"
#include "sim/scenario/model/scenario.h"

#include <vector>

namespace rmasim::sim::usage {

enum class Rule : std::uint8_t {
    targets_locked,  // operations, flushes and UNLOCK need a LOCK of their target, and no target is locked twice
    groups_match,    // group_rules.h
    locks_apart,     // lock_rules.h
    own_window,      // window_rules.h: NOSTORE
    not_updated,     // window_rules.h: NOPUT of fences
    fences_agree,    // fence_rules.h
    peers_agree,     // change_rules.h
    calls_match,     // window_calls.h
    promises_kept,   // promise_rules.h
    requests_passive,  // operations with a request need a passive-target epoch
    epochs_disjoint,   // in a fence epoch, no operation of that epoch follows another access epoch
};
using Rules = EnumSet<Rule, 11>;

// Returns the rules by window. Returns all rules if no thread has a program, because then any call is possible.
std::vector<Rules> rules_needed(const Scenario& scenario);
// True if members of a communicator may make different collective calls (collective_rules.h). False if the programs
// only call BARRIER.
bool collectives_may_differ(const Scenario& scenario);

}  // namespace rmasim::sim::usage
