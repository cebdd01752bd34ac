// Runs a rank's program up to its next MPI call or computation.
#pragma once

#include "sim/memory/window_memory.h"
#include "sim/run/rank.h"
#include "sim/scenario/scenario.h"

#include <optional>

namespace rmasim::sim {

// An MPI call with its arguments evaluated and checked.
struct PreparedCall {
    InstructionKind kind = InstructionKind::fence;
    Operation operation;  // put, get, accumulate
    WindowId window = 0;  // the others
    Rank target = no_rank;
    LockType lock_type = LockType::shared;
    Assert asserts = Assert::none;
    Time compute = 0;  // compute
};

class Interpreter {
public:
    Interpreter(const Scenario& scenario, WindowMemory& memory) : scenario_(scenario), memory_(memory) {}

    // Carries out what needs no time (control flow, variables, loads and stores) and returns the next call or
    // computation; nothing at the end of the program. Values out of range raise BadInput with the place and the rank.
    std::optional<PreparedCall> advance(RankState& rank) const;

    static std::string_view name_of_call(InstructionKind kind);

private:
    std::int64_t evaluate(RankState& rank, const Instruction& at, const Expression& expression, const char* what) const;
    std::int64_t evaluate_within(RankState& rank, const Instruction& at, const Expression& expression, const char* what,
                                 std::int64_t least, std::int64_t most) const;
    bool step_control(RankState& rank, const Instruction& at) const;
    void begin_repeat(RankState& rank, const Instruction& at) const;
    void end_repeat(RankState& rank, const Instruction& at) const;
    void run_load(RankState& rank, const Instruction& at) const;
    void run_store(RankState& rank, const Instruction& at) const;
    PreparedCall prepare(RankState& rank, const Instruction& at) const;
    Operation prepare_operation(RankState& rank, const Instruction& at, Rank target) const;
    OriginBuffer prepare_local(RankState& rank, const Instruction& at, std::uint32_t count) const;
    std::uint64_t position_in_window(RankState& rank, const Instruction& at, std::uint32_t count) const;

    const Scenario& scenario_;
    WindowMemory& memory_;
};

}  // namespace rmasim::sim
