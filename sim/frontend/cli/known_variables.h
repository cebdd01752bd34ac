// The variables of a program, as far as their values are known before the run.
#pragma once

#include "sim/scenario/model/scenario.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rmasim::sim {

// What follows only from the run, such as a word that was read, has two values that differ. An expression that needs it
// then has two values as well, or none.
class KnownVariables {
public:
    // At the beginning of the thread: the predefined names, and rank and size in communicators.
    KnownVariables(const Scenario& scenario, const Program& program, Rank rank, ThreadId thread);

    // Absent if it follows only from the run.
    std::optional<std::int64_t> value_of(const Expression& expression) const;
    void set(Slot slot, std::optional<std::int64_t> value);
    // Notes what the instruction writes. Loops: see below.
    void note(const Instruction& at);
    // Before the instructions are repeated: what they write may come from an earlier round.
    void forget_written(const Program& program, std::size_t begin, std::size_t end);

private:
    void let(const Instruction& at);
    void forget(Slot first, Slot length);  // of an array; 0: a variable

    std::vector<std::int64_t> one_, other_;
};

}  // namespace rmasim::sim
