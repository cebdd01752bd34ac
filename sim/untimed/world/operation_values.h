// The values that loads, stores and operations transfer, as text for transcripts. The texts are empty if the scenario
// keeps no contents of memory, and for values that are not determined yet: stores to shared memory that are still in a
// store buffer or a cache.
#pragma once

#include "sim/machine/memory/window_memory.h"
#include "sim/programs/interpreter.h"
#include "sim/scenario/model/scenario.h"

#include <string>

namespace rmasim::sim {

class OperationValues {
public:
    // Both arguments must outlive this object.
    OperationValues(const Scenario& scenario, const WindowMemory& memory) : scenario_(scenario), memory_(memory) {}

    // Returns the values of a load or store that has just been executed: "5", "1, 2".
    std::string of(const MemoryAccess& access, const Region& region) const;
    // Returns the data of an operation as arguments of its call: " value=5", " sum values=1, 2", " value=1 compare=0".
    std::string arguments(Rank rank, const Operation& operation) const;
    // Returns the text of an operation that its target is about to apply, with the values that the operation writes,
    // and those that it fetches: ": 5", ": sum 1, was 4", ": 1 if 0, was 0".
    std::string applied(Rank rank, const Packet& packet) const;
    // The same for an operation that its origin applies.
    std::string applied(Rank rank, const Operation& operation) const;

private:
    using Bytes = std::vector<std::byte>;  // those of the first elements, at most `max_values_in_text`

    Bytes origin_data(Rank rank, const Operation& operation) const;
    Bytes contents(Rank owner, WindowId window, const Region& region, std::uint32_t from, std::uint32_t count) const;
    // True if no store buffer and no cache has a part of the window or buffer.
    bool is_settled(SpaceId space) const;

    const Scenario& scenario_;
    const WindowMemory& memory_;
};

}  // namespace rmasim::sim
