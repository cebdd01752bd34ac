// Functions that determine for each window the rules that the programs of a scenario could break. Other rules are not
// checked, to save time in large runs.
#pragma once

#include "protocol/base/enum_set.h"
#include "sim/scenario/model/scenario.h"

#include <vector>

namespace rmasim::sim::usage {

enum class Rule : std::uint8_t {
    targets_locked,  // operations, flushes and UNLOCK need a LOCK of their target, and no target is locked twice
    groups_match,    // the assertions of POST and START match: group_rules.h
    locks_apart,     // no window segment is locked and exposed at the same time: lock_rules.h
    own_window,      // the rank keeps the promise of NOSTORE: window_rules.h
    not_updated,     // operations keep the promise of a fence with NOPUT: window_rules.h
    fences_agree,    // the assertions of the ranks' n-th fences agree: fence_rules.h
    peers_agree,     // all ranks name the same peer in WIN_CHANGE_COMM: change_rules.h
    calls_match,     // the ranks' collective calls on the window match: window_calls.h
    promises_kept,   // the program keeps the promises of the window's info: promise_rules.h
    requests_passive,  // operations with a request need a passive-target epoch
    epochs_disjoint,   // in a fence epoch, no operation of that epoch follows another access epoch
};
using Rules = EnumSet<Rule, 11>;

// The rules that concern calls of several ranks. The calls of a rank alone decide about all other rules.
inline constexpr Rules between_ranks{Rule::groups_match, Rule::locks_apart, Rule::not_updated,
                                     Rule::fences_agree, Rule::peers_agree, Rule::calls_match};
// The rules between ranks whose result depends on the order of calls of different ranks, or which name the call that
// was the first.
inline constexpr Rules in_order_of_ranks = between_ranks.without({Rule::not_updated});

// The rules that an object of class Usage checks. In a shared run, each process checks the rules of its own ranks, and
// one process checks the rules between ranks (shared_calls.h).
enum class Checks : std::uint8_t { all, of_own_ranks, between_ranks };

// Returns the needed rules for each window. If no thread has a program, any call is possible, so the function then
// returns all rules.
std::vector<Rules> rules_needed(const Scenario& scenario);
// True if the collective calls of different members of a communicator may differ, so that the rule of
// collective_rules.h must be checked. False if BARRIER is the only collective call of the programs.
bool collectives_may_differ(const Scenario& scenario);

}  // namespace rmasim::sim::usage
