// A compiled rank program: a flat list of instructions, shared by all ranks that run it. A rank only has its position
// and its variables.
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
    call,  // an MPI call: `Instruction::call`; for messages `value` is the tag, and `target` may be the source
    // between calls
    compute,  // value: nanoseconds
    store,    // count elements from disp
    load,     // one element at disp into `variable`
    let,      // variable = value
    address,  // variable = the address of byte `disp` of `window`
    // among the threads of a rank (sim/programs/thread_sync.h)
    thread_barrier,  // until all of them are there
    join,            // until thread `value` has ended
    set_flag,        // flag `variable` becomes `value`
    wait_flag,       // until flag `variable` is at least `value`
    clear,           // the array of `element.length` variables from `variable` on becomes 0
    // control flow
    repeat_begin,  // value: times; loop variable in `variable`, its limit in `variable + 1`; jump: just past repeat_end
    repeat_end,    // jump: first instruction of the body
    while_round,   // one more round, counted in `variable`; after `value` rounds: jump; if that is 0, wait for ever
    branch_unless,  // value: the condition; jump: where to go when it is 0
    jump,
};

constexpr bool is_access(InstructionKind kind) {
    return kind == InstructionKind::store || kind == InstructionKind::load;
}

// It may make its thread wait, but not inside MPI.
constexpr bool is_among_threads(InstructionKind kind) {
    return (kind >= InstructionKind::thread_barrier && kind <= InstructionKind::wait_flag) ||
           kind == InstructionKind::while_round;
}

// Where an instruction takes the data it sends, or puts the data it receives.
enum class LocalData : std::uint8_t {
    affine,    // element k is first + k * step; nothing is read
    window,    // the caller's window or buffer `window`: element k at first + k * step bytes
    variable,  // the program variable `Instruction::variable` (one element received)
    discard,   // not stored
    reported,  // not stored, but reported to the watcher
};

struct LocalElements {
    LocalData kind = LocalData::discard;
    WindowId window = 0;
    Expression first;  // compare_and_swap sends: the new value
    Expression step;   // compare_and_swap sends: the value to compare
};

// Which of an array's variables is meant. `length` 0: it is no array, but a variable.
struct ElementIndex {
    Slot length = 0;
    Expression index;
};

struct Instruction {
    InstructionKind kind = InstructionKind::jump;
    Call call = Call::none;
    WindowId comm = no_window;  // barrier and messages
    WindowId window = 0;
    Datatype datatype = Datatype::byte;
    ReduceOp reduce = ReduceOp::replace;
    LockType lock_type = LockType::shared;
    bool elsewhere = false;  // load, store: access the window of rank `target` instead of the caller's own
    bool checked = false;    // load: `value` is the expected value
    bool polls = false;      // compute: the rank makes progress meanwhile
    bool origin_derived = false;
    bool handle = false;       // messages: of datatype handle_sync
    bool whole_array = false;  // `variable` is all of an array
    bool restart = false;      // a persistent request starts itself again
    bool to_the_end = false;   // WIN_ATTACH: all that comes after the first byte
    SyncModes modes = SyncModes::none;
    Assert asserts = Assert::none;
    Slot variable = 0;
    Slot request = 0;         // what the call makes, or where it leaves places of its list; 0: nowhere
    ElementIndex element;     // of `variable`
    ElementIndex request_at;  // of `request`
    std::uint32_t jump = 0;
    std::uint32_t place = 0;  // index into Program::places
    std::uint32_t list = 0;   // index into Program::lists: a group, or requests
    LocalElements origin;     // data sent or stored; what is attached
    LocalElements result;     // data received
    Expression target;
    Expression disp;  // bytes
    Expression count{1};
    Expression block_length;  // 0: no vector
    Expression stride;        // elements
    Expression value;         // WIN_SYNC_..._INIT: the counter
};

// The call, "load", "store" or what threads of a rank do among themselves.
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

// A list of integers as an argument of a call: known ranks, or expressions.
struct IntegerList {
    std::vector<Rank> ranks;
    std::vector<Expression> expressions;
    // Where the value of an expression is kept, if it is a variable or an element and nothing else. As long as
    // `expressions`, or empty.
    std::vector<std::optional<WrittenName>> names{};
    bool all_of_comm = false;  // of a group: every rank of the caller's communicator
};

// A variable, an array or a loop variable, for reports.
struct NamedSlots {
    std::string name;
    Slot first = 0;
    Slot length = 0;  // of an array; 0: it is none
};

// Names the places of a program that runs while it is simulated, when a report needs them: that takes long.
class PlaceNames {
public:
    virtual ~PlaceNames() = default;
    // Fills in `Program::places` as far as the program has come.
    virtual void add_source_locations() = 0;
};

struct Program {
    std::vector<Instruction> code;
    std::vector<std::string> places;     // JSON paths: "programs[0].calls[2].put"
    PlaceNames* later_places = nullptr;  // null: all are there
    std::vector<IntegerList> lists;
    std::vector<std::string> flags;          // the names of those that it uses, among others
    std::vector<NamedSlots> names{};         // ascending
    std::size_t variables = first_own_slot;  // number of slots: the predefined ones, then the program's own

    // For reports; empty: a program without instructions has no place.
    const std::string& location_text(std::uint32_t number) const {
        if (number >= places.size() && later_places != nullptr) later_places->add_source_locations();
        static const std::string none;
        return number < places.size() ? places[number] : none;
    }
};

}  // namespace rmasim::sim
