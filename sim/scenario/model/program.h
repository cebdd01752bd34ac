// A compiled rank program: a flat list of instructions. All ranks that run the program share it. Each rank has its own
// position and variables.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/call_table.h"
#include "protocol/base/operation.h"
#include "sim/scenario/expression/expression.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

using ThreadId = std::uint16_t;  // index in programs[].threads; 0 if the entry has `calls`

enum class InstructionKind : std::uint8_t {
    call,  // an MPI call: `Instruction::call`; for messages `value` is the tag, and `target` is the peer
    // actions of a rank between MPI calls
    compute,  // value: nanoseconds
    store,    // count elements from disp
    load,     // one element at disp into `variable`
    let,      // variable = value
    address,  // variable = the address of byte `disp` of `window`
    // synchronisation between the threads of a rank (sim/programs/thread_sync.h)
    thread_barrier,  // blocks until all threads have called it
    join,            // blocks until thread `value` has exited
    set_flag,        // sets flag `variable` to `value`
    wait_flag,       // blocks until flag `variable` is at least `value`
    clear,           // sets the array of `element.length` variables from `variable` on to 0
    // control flow
    repeat_begin,  // value: times; loop variable in `variable`, its limit in `variable + 1`; jump: behind repeat_end
    repeat_end,    // jump: first instruction of the body
    while_round,   // counts a round in `variable`; after `value` rounds it jumps, or blocks for ever if `jump` is 0
    branch_unless,  // value: the condition; jump: taken if it is 0
    jump,
};

constexpr bool is_access(InstructionKind kind) {
    return kind == InstructionKind::store || kind == InstructionKind::load;
}

// True if the instruction may block its thread outside MPI calls.
constexpr bool is_among_threads(InstructionKind kind) {
    return (kind >= InstructionKind::thread_barrier && kind <= InstructionKind::wait_flag) ||
           kind == InstructionKind::while_round;
}

// The source of the data that an instruction sends, or the destination of the data that it receives.
enum class LocalData : std::uint8_t {
    affine,    // element k has the value first + k * step; no memory is read
    window,    // the caller's window or buffer `window`: element k at first + k * step bytes
    variable,  // the program variable `Instruction::variable` (one received element)
    discard,   // received data is not stored
    reported,  // received data is not stored, but reported to the watcher
};

struct LocalElements {
    LocalData kind = LocalData::discard;
    WindowId window = 0;
    Expression first;  // compare_and_swap sends: the new value
    Expression step;   // compare_and_swap sends: the value to compare
};

// An element of an array of variables. `length` is that of the array; 0: the name is a plain variable.
struct ElementIndex {
    Slot length = 0;
    Expression index;
};

struct Instruction {
    InstructionKind kind = InstructionKind::jump;
    Call call = Call::none;
    WindowId comm = no_window;  // communicator of collective calls and messages
    WindowId window = 0;
    Datatype datatype = Datatype::byte;
    ReduceOp reduce = ReduceOp::replace;
    LockType lock_type = LockType::shared;
    bool elsewhere = false;  // load, store: access the window of rank `target` instead of the caller's own
    bool checked = false;    // load: `value` is the expected value
    bool polls = false;      // compute: the process makes progress meanwhile
    bool origin_derived = false;
    bool handle = false;       // messages: of datatype handle_sync
    bool whole_array = false;  // `variable` stands for a whole array
    bool restart = false;      // a persistent request restarts itself
    bool to_the_end = false;   // WIN_ATTACH: all bytes from the first one to the end of the buffer
    SyncModes modes = SyncModes::none;
    Assert asserts = Assert::none;
    Slot variable = 0;
    Slot request = 0;         // receives the request that the call creates, or indices into its list; 0: none
    ElementIndex element;     // of `variable`
    ElementIndex request_at;  // element of `request`
    std::uint32_t jump = 0;
    std::uint32_t location = 0;  // location: index into Program::places
    std::uint32_t list = 0;   // index into Program::lists: a group, or requests
    LocalElements origin;     // data sent or stored; WIN_ATTACH, WIN_DETACH: the attached memory
    LocalElements result;     // data received
    Expression target;
    Expression disp;  // bytes
    Expression count{1};
    Expression block_length;  // elements; 0: the target datatype is no vector
    Expression stride;        // elements
    Expression value;         // see InstructionKind; WIN_SYNC_..._INIT: the counter
};

// The name of an instruction in reports: "load", "store", a call, or an action of InstructionKind.
inline std::string_view name_of(const Instruction& at) {
    switch (at.kind) {
        case InstructionKind::load: return "load";
        case InstructionKind::store: return "store";
        case InstructionKind::thread_barrier: return "thread_barrier";
        case InstructionKind::join: return "join";
        case InstructionKind::set_flag: return "set_flag";
        case InstructionKind::wait_flag: return "wait_flag";
        case InstructionKind::while_round: return "while";
        case InstructionKind::address: return "get_address";
        default: return name_of(at.call);
    }
}

// A variable, or an element of an array, that the program may write.
struct WrittenName {
    Slot variable = 0;
    ElementIndex element;
};

// A list of integers as an argument of a call: constant ranks, or expressions.
struct IntegerList {
    std::vector<Rank> ranks;
    std::vector<Expression> expressions;
    // For each expression: the variable or element, if the expression is nothing else. Empty, or as long as
    // `expressions`.
    std::vector<std::optional<WrittenName>> names{};
    bool all_of_comm = false;  // the group has all ranks of the caller's communicator
};

// The name and slots of a variable, an array or a loop variable, for reports.
struct NamedSlots {
    std::string name;
    Slot first = 0;
    Slot length = 0;  // of an array; 0: a variable
};

// Computes the source locations of an MPI program under `exec`. This is slow, so it is done only when a report needs
// them.
class LocationResolver {
public:
    virtual ~LocationResolver() = default;
    // Fills in `Program::locations` for all instructions that the program has executed.
    virtual void add_source_locations() = 0;
};

struct Program {
    std::vector<Instruction> code;
    std::vector<std::string> locations;     // locations as JSON paths: "programs[0].calls[2].put"
    LocationResolver* later_locations = nullptr;  // null: `locations` is complete
    std::vector<IntegerList> lists;
    std::vector<std::string> flags;          // names of flags, by number; it may contain flags of other programs
    std::vector<NamedSlots> names{};         // in ascending order of their slots
    std::size_t variables = first_own_slot;  // number of slots: the predefined ones, then the program's own

    // The location of an instruction, for reports. Empty if `number` is no index of `locations`, as in a program
    // without instructions.
    const std::string& location_text(std::uint32_t number) const {
        if (number >= locations.size() && later_locations != nullptr) later_locations->add_source_locations();
        static const std::string none;
        return number < locations.size() ? locations[number] : none;
    }
};

}  // namespace rmasim::sim
