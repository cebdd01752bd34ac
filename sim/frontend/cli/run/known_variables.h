// The variables of a program whose values can be computed before the run.
#pragma once

#include "sim/scenario/model/scenario.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rmasim::sim {

// The values of a program's variables at one position. If the value of a variable is known only in the run, such as the
// result of a load, the object holds two different values for the variable. An expression that depends on this variable
// then usually has two different values, too. Such an expression is unknown.
class KnownVariables {
public:
    // The values at the start of the thread: the predefined names, and rank and size in communicators.
    KnownVariables(const Scenario& scenario, const Program& program, Rank rank, ThreadId thread);

    // The value of an expression. nullopt if the value is known only in the run.
    std::optional<std::int64_t> value_of(const Expression& expression) const;
    void set(Slot slot, std::optional<std::int64_t> value);
    // Applies the instruction's writes to the variables. For loops, call `forget_written` in addition.
    void note(const Instruction& at);
    // Makes all variables unknown that the instructions from `begin` to `end` write. Call this function at the start of
    // a loop, because the values may be from an earlier round.
    void forget_written(const Program& program, std::size_t begin, std::size_t end);

private:
    void let(const LetInstruction& at);
    void forget(const WrittenName& name);

    std::vector<std::int64_t> one_, other_;
};

}  // namespace rmasim::sim
