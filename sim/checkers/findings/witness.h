// A witness: a value that differs between two executions of an erroneous program. The two executions differ in the
// order of steps. In the separate memory model, they may instead differ in the time at which the private or public copy
// of a window received an update.
#pragma once

#include "protocol/base/types.h"
#include "sim/scenario/model/scenario.h"

#include <cstdint>
#include <optional>
#include <string>

namespace rmasim::sim::semantics {

struct Witness {
    Rank rank = no_rank;
    // The thread that owns the variable, if its rank has several threads; nullopt if the witness is memory.
    std::optional<std::uint32_t> thread;
    std::string location;  // the statement that wrote the variable; empty if the witness is memory
    std::string memory;    // "window \"w\"" or "buffer \"b\""; empty if the witness is a variable
    std::uint64_t first_byte = 0, end_byte = 0;
    // The values in the two executions; for memory the bytes in hexadecimal, for a variable a number.
    std::string one, other;
};
std::string text_of(const Witness& witness);

// True if a search for witnesses is possible. It is impossible for a scenario that has many ranks or faults, or that
// simulates no memory contents.
bool can_have_witness(const Scenario& scenario);

}  // namespace rmasim::sim::semantics
