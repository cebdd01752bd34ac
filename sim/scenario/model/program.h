// A compiled rank program: a flat list of instructions. All ranks that run the program share the list. Each rank has
// its own position and variables.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/call_table.h"
#include "protocol/base/operation.h"
#include "sim/scenario/expression/expression.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

// The index of a thread in programs[].threads. It is 0 if the entry of `programs` has `calls` instead of threads.
using ThreadId = std::uint16_t;

enum class InstructionKind : std::uint8_t {
    // An MPI call: `Instruction::call`. For messages, `value` is the tag and `target` is the peer.
    call,
    // actions of a rank between MPI calls
    compute,  // computes for `value` nanoseconds
    store,    // stores `count` elements at `disp`
    load,     // loads one element at `disp` into `variable`
    let,      // sets `variable` to `value`
    address,  // sets `variable` to the address of byte `disp` of `window`
    // synchronisation between the threads of a rank (sim/programs/thread_sync.h)
    thread_barrier,  // blocks until all threads of the rank have called it
    join,            // blocks until thread `value` has exited
    set_flag,        // sets flag `variable` to `value`
    wait_flag,       // blocks until flag `variable` is at least `value`
    clear,           // sets the array of `element.length` variables from `variable` on to 0
    // control flow Begins a loop of `value` rounds. The loop variable is in slot `variable`, the number of rounds in
    // slot `variable + 1`. `jump` is the instruction after the loop's repeat_end.
    repeat_begin,
    repeat_end,  // ends a loop; `jump` is the first instruction of the body
    // Counts a round in `variable`. After `value` rounds, the instruction jumps, or blocks forever if `jump` is 0.
    while_round,
    branch_unless,  // jumps to `jump` if `value`, the condition, is 0
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
    // Element k has the value first + k * step. No memory is read.
    affine,
    // Element k is at byte first + k * step of `window`, the caller's window or buffer.
    window,
    variable,  // the program variable `Instruction::variable`, for one received element
    discard,   // received data is not stored
    reported,  // received data is not stored, but reported to the observers of the run
};

struct LocalElements {
    LocalData kind = LocalData::discard;
    WindowId window = 0;
    Expression first;  // in the data that compare_and_swap sends: the new value
    Expression step;   // in the data that compare_and_swap sends: the value to compare
};

// An element of an array of variables. `length` is the length of the array. Zero if the name is not an array.
struct ElementIndex {
    Slot length = 0;
    Expression index;
};

struct Instruction {
    InstructionKind kind = InstructionKind::jump;
    Call call = Call::none;
    WindowId comm = no_window;  // the communicator of collective calls and messages
    WindowId window = 0;
    Datatype datatype = Datatype::byte;
    ReduceOp reduce = ReduceOp::replace;
    LockType lock_type = LockType::shared;
    // True if a load or store accesses the window segment of rank `target` instead of the caller's own.
    bool elsewhere = false;
    bool checked = false;  // True if `value` is the value that a load must return.
    bool polls = false;    // True if the process makes progress during a compute.
    bool origin_derived = false;
    bool whole_array = false;  // True if `variable` is a whole array instead of an element.
    bool restart = false;      // True if the persistent request restarts itself.
    bool to_the_end = false;   // True if WIN_ATTACH attaches all bytes from the first one to the end of the buffer.
    SyncModes modes = SyncModes::none;
    Assert asserts = Assert::none;
    Slot variable = 0;
    // The variable for the request that the call creates, or for the indices of requests in `list` that the call
    // returns. Zero if the program has no such variable.
    Slot request = 0;
    ElementIndex element;     // the index, if `variable` is an array
    ElementIndex request_at;  // the index, if `request` is an array
    std::uint32_t jump = 0;
    std::uint32_t location = 0;  // index into Program::locations
    std::uint32_t list = 0;      // index into Program::lists: the members of a group, requests, or handles
    // The data that is sent or stored; for WIN_ATTACH and WIN_DETACH, the attached memory. For datatype handle_sync:
    // `first` is the handle (affine), `list` has the handles (variable), or the call has no handles (discard).
    LocalElements origin;
    LocalElements result;  // the destination of received data
    Expression target;
    Expression disp;  // in bytes
    Expression count{1};
    Expression block_length;  // in elements; 0 if the target datatype is not a vector
    Expression stride;        // in elements
    // The meaning of `value` depends on the kind of the instruction: see InstructionKind. In calls that create a
    // request for a synchronisation counter, it is the counter.
    Expression value;
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
    // For each expression: the variable or element, if the expression consists of only this variable or element. The
    // list is empty, or as long as `expressions`.
    std::vector<std::optional<WrittenName>> names{};
    bool all_of_comm = false;  // True if the group has all ranks of the caller's communicator.
};

// The name and slots of a variable, an array or a loop variable, for reports.
struct NamedSlots {
    std::string name;
    Slot first = 0;
    Slot length = 0;  // the length of an array; 0 if the name is not an array
};

// Computes the source locations of an MPI program under `exec`. The computation is slow, so it runs only when a report
// needs the locations.
class LocationResolver {
public:
    virtual ~LocationResolver() = default;
    // Fills in `Program::locations` for all instructions that the program has executed.
    virtual void add_source_locations() = 0;
};

struct Program {
    std::vector<Instruction> code;
    std::vector<std::string> locations;  // the locations of instructions, as JSON paths: "programs[0].calls[2].put"
    LocationResolver* later_locations = nullptr;  // null if `locations` is complete
    std::vector<IntegerList> lists;
    std::vector<std::string> flags;   // the names of flags, by number; flags of other programs may be among them
    std::vector<NamedSlots> names{};  // in ascending order of their slots
    // The number of slots: the predefined slots and those of the program's variables.
    std::size_t variables = first_own_slot;

    // Returns the name of a call for reports: MPI's name if the program is an MPI program under `exec`.
    std::string_view call_name(Call call) const {
        return later_locations != nullptr ? description_of(call).mpi_name : name_of(call);
    }
    // The location of an instruction, for reports. Empty if `number` is not an index of `locations`, as in a program
    // without instructions.
    const std::string& location_text(std::uint32_t number) const {
        if (number >= locations.size() && later_locations != nullptr) later_locations->add_source_locations();
        static const std::string none;
        return number < locations.size() ? locations[number] : none;
    }
};

}  // namespace rmasim::sim
