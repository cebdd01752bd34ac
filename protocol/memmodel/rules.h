// The table of pairs (SPEC.md, MM-PAIR and MM-COPY): the pairs of accesses that must not be concurrent, and those that
// must not follow each other before the copies of a window are equal again.
#pragma once

#include "protocol/memmodel/shadow/access.h"

#include <optional>
#include <string_view>

namespace rmasim::memmodel {

enum class Model : std::uint8_t { separate, unified };

// The rule that a pair of accesses breaks.
enum class Rule : std::uint8_t {
    concurrent_rma,               // two operations on the same bytes
    accumulates_differ,           // two accumulates that MPI does not make atomic with each other
    concurrent_local,             // a load or store of the owner, and an operation on the same bytes
    concurrent_store_and_update,  // a store of the owner while operations update its window, whatever the bytes
    stale_public,                 // an operation after a store that may not be in the public copy yet
    stale_private,                // a load or store after an update that may not be in the private copy yet
    overlapping_windows,          // two windows over the same memory
    attachment,                   // an operation while its memory may be attached or detached
    buffer_in_use,                // an operation's origin or result buffer, before local completion
    no_mem_sync,                  // a load or store in shared memory that no memory barrier orders
    concurrent_shared,            // loads and stores of two ranks in shared memory, or of two threads
};
inline constexpr std::size_t rule_count = 11;
std::string_view name_of(Rule rule);  // "stale_public"
std::string_view id_of(Rule rule);    // "MM-COPY-1"
std::string_view name_of(Model model);

// The distance at which two accesses break a rule: they access the same byte, or, for MM-PAIR-3, any bytes of the same
// window.
enum class Near : std::uint8_t { bytes, window };
struct Forbidden {
    Rule rule;
    Near near;
};

// Returns the rule that concurrent accesses of these classes break. nullopt if they are legal. `calls_ordered` is true
// if both accesses are of one rank and their calls are ordered.
std::optional<Forbidden> if_concurrent(const Class& early, const Class& late, Model model, bool calls_ordered);
// Returns the rule that concurrent loads and stores of two threads, or of two ranks in shared memory, break. nullopt if
// they are legal.
std::optional<Forbidden> if_concurrent_in_shared(const Class& early, const Class& late);
// Returns the rule that the accesses break in the separate model although `late` is ordered after the end of `early`,
// unless a call between the accesses makes the copies equal. nullopt if there is no such rule.
std::optional<Forbidden> if_not_synchronised(const Class& early, const Class& late);
// True if two ordered accesses of two ranks in shared memory need memory barriers between them. Without barriers, the
// later access may return the old value.
bool needs_mem_sync(const Class& early, const Class& late);

}  // namespace rmasim::memmodel
