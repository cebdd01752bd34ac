// A rank program, compiled: a flat list of instructions shared by every rank that runs it. A rank keeps only its
// position and its variables.
#pragma once

#include "protocol/base/operation.h"
#include "sim/scenario/expression.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rmasim::sim {

enum class InstructionKind : std::uint8_t {
    // MPI calls
    put,
    get,
    accumulate,
    fence,
    lock,
    unlock,
    flush,
    barrier,
    // between calls
    compute,  // value: nanoseconds
    store,    // own window: count elements from disp, element k gets value + k * step
    load,     // own window: one element at disp into `variable`
    let,      // variable = value
    // control flow
    repeat_begin,  // value: times; loop variable in `variable`, its limit in `variable + 1`; jump: just past repeat_end
    repeat_end,    // jump: first instruction of the body
    branch_unless,  // value: the condition; jump: where to go when it is 0
    jump,
};

// Where an operation's data comes from (put, accumulate) or goes to (get).
enum class LocalData : std::uint8_t {
    affine,    // element k is value + k * step; nothing is read (put, accumulate)
    window,    // the caller's window `local_window`: element k at value + k * step bytes
    variable,  // the program variable `variable` (get of one element)
    discard,   // nowhere (get)
};

struct Instruction {
    InstructionKind kind = InstructionKind::jump;
    WindowId window = 0;
    Datatype datatype = Datatype::byte;
    ReduceOp reduce = ReduceOp::replace;
    LockType lock_type = LockType::shared;
    Assert asserts = Assert::none;
    LocalData local = LocalData::affine;
    WindowId local_window = 0;
    Slot variable = 0;
    std::uint32_t jump = 0;
    std::uint32_t place = 0;  // index into Program::places
    Expression target;
    Expression disp;  // bytes
    Expression count{1};
    Expression value;
    Expression step;
};

struct Program {
    std::vector<Instruction> code;
    std::vector<std::string> places;  // JSON paths: "programs[0].calls[2].put"
    std::size_t variables = 2;        // slots a rank needs: rank, size, then the program's own
};

}  // namespace rmasim::sim
