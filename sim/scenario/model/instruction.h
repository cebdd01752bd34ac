// The instructions of a compiled program. Each kind of call and each action of a rank between MPI calls is a struct.
// The variant `InstructionBody` lists these structs. Those of messages and collective calls are in
// message_instructions.h.
//
// The structs of calls have a function `each_argument`. It calls a visitor with each field, in the order of Argument,
// and with the arguments of call_table.h that the field holds. By this function the compiler reads calls, the writer
// writes them, and analyses find variables and expressions. If several calls share a struct, a call uses the fields of
// its own arguments only.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/call_table.h"
#include "protocol/base/operation.h"
#include "sim/scenario/model/instruction_arguments.h"
#include "sim/scenario/model/message_instructions.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>

namespace rmasim::sim {

// ---- Actions of a rank between MPI calls. Destinations of jumps are indices of Program::code.

struct JumpInstruction {
    std::uint32_t destination = 0;
};

// Jumps if the condition is 0.
struct BranchInstruction {
    Expression condition;
    std::uint32_t destination = 0;
};

// Begins a loop. The loop variable is in slot `variable`, the number of rounds in slot `variable + 1`.
struct RepeatInstruction {
    Slot variable = 0;
    Expression times;
    std::uint32_t end = 0;  // the instruction after the RepeatEndInstruction
};

struct RepeatEndInstruction {
    Slot variable = 0;
    std::uint32_t body = 0;  // the first instruction of the loop
};

// Counts a round of a `while` in `variable`. After `limit` rounds, the instruction jumps, or blocks forever if
// `otherwise` is 0.
struct RoundInstruction {
    Slot variable = 0;
    Expression limit;
    std::uint32_t otherwise = 0;
};

struct LetInstruction {
    WrittenName name;
    Expression value;
};

// Sets the variables of an array to 0.
struct ClearInstruction {
    Slot first = 0;
    Slot length = 0;
};

// Sets `variable` to the address of byte `disp` of a window or buffer.
struct AddressInstruction {
    SpaceId space = 0;
    Expression disp{};
    WrittenName variable{};
};

// The memory that a load or store accesses.
struct AccessInstruction {
    SpaceId space = 0;
    Datatype datatype = Datatype::byte;
    std::optional<Expression> target{};  // the owner of the window segment; nullopt for the caller's own memory
    Expression disp;                     // in bytes
};

struct LoadInstruction : AccessInstruction {
    WrittenName variable;
    std::optional<Expression> expected{};  // the value that the load must return
};

struct StoreInstruction : AccessInstruction {
    Expression count{1};
    Expression value;
    Expression step;
};

struct ComputeInstruction {
    Expression time_ns;
    bool polls = false;  // true if the process makes progress during the computation
};

// Synchronisation between the threads of a rank (sim/programs/thread_sync.h). A barrier blocks until all threads of the
// rank have called it, a join until the thread has exited, a wait for a flag until the flag has at least the value.
struct ThreadBarrierInstruction {};
struct JoinInstruction {
    Expression thread;
};
struct FlagInstruction {
    Slot flag = 0;  // index of Program::flags
    Expression value{1};
};
struct SetFlagInstruction : FlagInstruction {};
struct WaitFlagInstruction : FlagInstruction {};

// ---- Operations.

// The element that an operation accesses in the window of its target.
struct TargetElement {
    WindowId window = 0;
    Datatype datatype = Datatype::byte;
    Expression target;
    Expression disp;  // in units of the target's disp_unit
};

// The elements that an operation accesses in the window of its target.
struct TargetElements : TargetElement {
    bool origin_derived = false;
    Expression count{1};
    Expression block_length;  // in elements; 0 if the target datatype is not a vector
    Expression stride;        // in elements
};

// Calls `visit` with the arguments that all operations have.
template <class Elements, class Visit>
void each_operation_argument(Elements& elements, Visit& visit) {
    using enum Argument;
    visit(ArgumentSet{window}, elements.window);
    visit(ArgumentSet{target}, elements.target);
    if constexpr (std::is_convertible_v<Elements&, const TargetElements&>) {
        using Region = std::conditional_t<std::is_const_v<Elements>, const TargetElements, TargetElements>;
        visit(ArgumentSet{disp, count, datatype, block_length, stride}, static_cast<Region&>(elements));
        visit(ArgumentSet{origin_derived}, elements.origin_derived);
    } else {
        using Region = std::conditional_t<std::is_const_v<Elements>, const TargetElement, TargetElement>;
        visit(ArgumentSet{disp, datatype}, static_cast<Region&>(elements));
    }
}

// PUT, RPUT
struct PutInstruction : TargetElements {
    SentData origin;
    WrittenName request;

    static void each_argument(auto& self, auto& visit) {
        using enum Argument;
        each_operation_argument(self, visit);
        visit(ArgumentSet{value, step, from}, self.origin);
        visit(ArgumentSet{new_request}, self.request);
    }
};

// GET, RGET
struct GetInstruction : TargetElements {
    ReceivedData result;
    WrittenName request;

    static void each_argument(auto& self, auto& visit) {
        using enum Argument;
        each_operation_argument(self, visit);
        visit(ArgumentSet{into, as}, self.result);
        visit(ArgumentSet{new_request}, self.request);
    }
};

// ACCUMULATE, RACCUMULATE
struct AccumulateInstruction : TargetElements {
    ReduceOp op = ReduceOp::sum;
    SentData origin;
    WrittenName request;

    static void each_argument(auto& self, auto& visit) {
        using enum Argument;
        each_operation_argument(self, visit);
        visit(ArgumentSet{Argument::op}, self.op);
        visit(ArgumentSet{value, step, from}, self.origin);
        visit(ArgumentSet{new_request}, self.request);
    }
};

// GET_ACCUMULATE, RGET_ACCUMULATE
struct GetAccumulateInstruction : TargetElements {
    ReduceOp op = ReduceOp::sum;
    SentData origin;
    ReceivedData result;
    WrittenName request;

    static void each_argument(auto& self, auto& visit) {
        using enum Argument;
        each_operation_argument(self, visit);
        visit(ArgumentSet{Argument::op}, self.op);
        visit(ArgumentSet{value, step, from}, self.origin);
        visit(ArgumentSet{into, as}, self.result);
        visit(ArgumentSet{new_request}, self.request);
    }
};

struct FetchAndOpInstruction : TargetElement {
    ReduceOp op = ReduceOp::sum;
    SentData origin;
    ReceivedData result;

    static void each_argument(auto& self, auto& visit) {
        using enum Argument;
        each_operation_argument(self, visit);
        visit(ArgumentSet{Argument::op}, self.op);
        visit(ArgumentSet{value, from}, self.origin);
        visit(ArgumentSet{into, as}, self.result);
    }
};

struct CompareAndSwapInstruction : TargetElement {
    SentData origin;     // the new value; in memory, the value to compare with follows the new value
    Expression compare;  // the value to compare with, if `origin` is not in memory
    ReceivedData result;

    static void each_argument(auto& self, auto& visit) {
        using enum Argument;
        each_operation_argument(self, visit);
        visit(ArgumentSet{value, from}, self.origin);
        visit(ArgumentSet{Argument::compare}, self.compare);
        visit(ArgumentSet{into, as}, self.result);
    }
};

// ---- Synchronisation of a window.

// COMPLETE, FLUSH_ALL, FLUSH_LOCAL_ALL, SYNC, UNLOCK_ALL, WAIT, WIN_CREATE, WIN_FREE
struct WindowInstruction {
    WindowId window = 0;

    static void each_argument(auto& self, auto& visit) { visit(ArgumentSet{Argument::window}, self.window); }
};

// FLUSH, FLUSH_LOCAL, UNLOCK
struct TargetInstruction {
    WindowId window = 0;
    Expression target;

    static void each_argument(auto& self, auto& visit) {
        visit(ArgumentSet{Argument::window}, self.window);
        visit(ArgumentSet{Argument::target}, self.target);
    }
};

// FENCE, LOCK_ALL
struct AssertedInstruction {
    WindowId window = 0;
    Assert asserts = Assert::none;

    static void each_argument(auto& self, auto& visit) {
        visit(ArgumentSet{Argument::window}, self.window);
        visit(ArgumentSet{Argument::asserts}, self.asserts);
    }
};

struct LockInstruction {
    WindowId window = 0;
    LockType type = LockType::shared;
    Assert asserts = Assert::none;
    Expression target;

    static void each_argument(auto& self, auto& visit) {
        visit(ArgumentSet{Argument::window}, self.window);
        visit(ArgumentSet{Argument::target}, self.target);
        visit(ArgumentSet{Argument::type}, self.type);
        visit(ArgumentSet{Argument::asserts}, self.asserts);
    }
};

// POST, START
struct GroupInstruction {
    WindowId window = 0;
    Assert asserts = Assert::none;
    IntegerList group;

    static void each_argument(auto& self, auto& visit) {
        visit(ArgumentSet{Argument::window}, self.window);
        visit(ArgumentSet{Argument::group}, self.group);
        visit(ArgumentSet{Argument::asserts}, self.asserts);
    }
};

// TEST of a window
struct WindowTestInstruction {
    WindowId window = 0;
    WrittenName flag;

    static void each_argument(auto& self, auto& visit) {
        visit(ArgumentSet{Argument::window}, self.window);
        visit(ArgumentSet{Argument::as}, self.flag);
    }
};

// ---- Requests.

// CANCEL, REQUEST_FREE, REQUEST_START, REQUEST_WAIT, STARTALL, WAITALL
struct RequestsInstruction {
    IntegerList requests;
    WrittenName status;

    static void each_argument(auto& self, auto& visit) {
        visit(ArgumentSet{Argument::request, Argument::requests}, self.requests);
        visit(ArgumentSet{Argument::status}, self.status);
    }
};

// REQUEST_TEST, TESTALL, TESTANY
struct TestInstruction {
    IntegerList requests;
    WrittenName flag;
    WrittenName index;  // TESTANY
    WrittenName status;

    static void each_argument(auto& self, auto& visit) {
        visit(ArgumentSet{Argument::request, Argument::requests}, self.requests);
        visit(ArgumentSet{Argument::as}, self.flag);
        visit(ArgumentSet{Argument::tested_index}, self.index);
        visit(ArgumentSet{Argument::status}, self.status);
    }
};

struct WaitAnyInstruction {
    IntegerList requests;
    WrittenName index;
    WrittenName status;

    static void each_argument(auto& self, auto& visit) {
        visit(ArgumentSet{Argument::requests}, self.requests);
        visit(ArgumentSet{Argument::index}, self.index);
        visit(ArgumentSet{Argument::status}, self.status);
    }
};

// TESTSOME, WAITSOME
struct CompleteSomeInstruction {
    IntegerList requests;
    WrittenName count;
    WrittenName indices;
    WrittenName status;

    static void each_argument(auto& self, auto& visit) {
        visit(ArgumentSet{Argument::requests}, self.requests);
        visit(ArgumentSet{Argument::outcount}, self.count);
        visit(ArgumentSet{Argument::indices}, self.indices);
        visit(ArgumentSet{Argument::status}, self.status);
    }
};

// ---- Synchronisation counters and their requests (family synccount).

// WIN_ALLOC_SYNC_OBJECTS
struct AllocateCountersInstruction {
    WindowId window = 0;
    Expression number{1};
    WrittenName handles;

    static void each_argument(auto& self, auto& visit) {
        visit(ArgumentSet{Argument::window}, self.window);
        visit(ArgumentSet{Argument::number}, self.number);
        visit(ArgumentSet{Argument::handles}, self.handles);
    }
};

// WIN_FREE_SYNC_OBJECTS
struct FreeCountersInstruction {
    WindowId window = 0;
    IntegerList counters;

    static void each_argument(auto& self, auto& visit) {
        visit(ArgumentSet{Argument::window}, self.window);
        visit(ArgumentSet{Argument::counters}, self.counters);
    }
};

// WIN_SYNC_OPS_INIT
struct SignalingRequestInstruction {
    WindowId window = 0;
    SyncModes modes = SyncModes::none;
    bool restart = false;  // true if the persistent request restarts itself
    Expression target;
    Expression counter;
    WrittenName request;

    static void each_argument(auto& self, auto& visit) {
        visit(ArgumentSet{Argument::window}, self.window);
        visit(ArgumentSet{Argument::target}, self.target);
        visit(ArgumentSet{Argument::new_request}, self.request);
        visit(ArgumentSet{Argument::modes}, self.modes);
        visit(ArgumentSet{Argument::counter}, self.counter);
        visit(ArgumentSet{Argument::info}, self.restart);
    }
};

// WIN_SYNC_OBJECT_INIT
struct CounterRequestInstruction {
    WindowId window = 0;
    bool restart = false;  // true if the persistent request restarts itself
    Expression counter;
    Expression signals;  // the initial value of the counter
    WrittenName request;

    static void each_argument(auto& self, auto& visit) {
        visit(ArgumentSet{Argument::window}, self.window);
        visit(ArgumentSet{Argument::new_request}, self.request);
        visit(ArgumentSet{Argument::counter}, self.counter);
        visit(ArgumentSet{Argument::initial}, self.signals);
        visit(ArgumentSet{Argument::info}, self.restart);
    }
};

// ---- The group and the memory of a window.

// WIN_CHANGE_COMM
struct ChangeCommInstruction {
    WindowId window = 0;
    WindowId comm = no_window;
    std::optional<Expression> new_size{};  // nullopt: all ranks of `comm` get the window
    Expression peer;

    static void each_argument(auto& self, auto& visit) {
        visit(ArgumentSet{Argument::window}, self.window);
        visit(ArgumentSet{Argument::comm}, self.comm);
        visit(ArgumentSet{Argument::new_size}, self.new_size);
        visit(ArgumentSet{Argument::peer}, self.peer);
    }
};

struct AttachedMemory {
    SpaceId space = 0;
    Expression first;                   // the first byte
    std::optional<Expression> bytes{};  // WIN_ATTACH; nullopt: all bytes up to the end of the space
};

// WIN_ATTACH, WIN_DETACH
struct AttachInstruction {
    WindowId window = 0;
    AttachedMemory memory;

    static void each_argument(auto& self, auto& visit) {
        visit(ArgumentSet{Argument::window}, self.window);
        visit(ArgumentSet{Argument::memory, Argument::memory_size}, self.memory);
    }
};

// ---- The instruction.

// The actions first, then the calls: is_access, is_among_threads and is_call depend on this order.
using InstructionBody =
    std::variant<JumpInstruction, BranchInstruction, RepeatInstruction, RepeatEndInstruction, LetInstruction,
                 ClearInstruction, AddressInstruction, LoadInstruction, StoreInstruction, ComputeInstruction,
                 RoundInstruction, ThreadBarrierInstruction, JoinInstruction, SetFlagInstruction, WaitFlagInstruction,
                 PutInstruction, GetInstruction, AccumulateInstruction, GetAccumulateInstruction, FetchAndOpInstruction,
                 CompareAndSwapInstruction, WindowInstruction, TargetInstruction, AssertedInstruction, LockInstruction,
                 GroupInstruction, WindowTestInstruction, BarrierInstruction, SendInstruction, ReceiveInstruction,
                 ProbeInstruction, MatchedReceiveInstruction, BufferInstruction, CollectiveInstruction,
                 RequestsInstruction, TestInstruction, WaitAnyInstruction, CompleteSomeInstruction,
                 AllocateCountersInstruction, FreeCountersInstruction, SignalingRequestInstruction,
                 CounterRequestInstruction, ChangeCommInstruction, AttachInstruction>;

// The index of a struct in InstructionBody.
template <class Body, std::size_t index = 0>
constexpr std::size_t find_body() {
    if constexpr (std::is_same_v<Body, std::variant_alternative_t<index, InstructionBody>>) return index;
    else return find_body<Body, index + 1>();
}
template <class Body>
inline constexpr std::size_t index_of_body = find_body<Body>();

struct Instruction {
    Call call = Call::none;
    std::uint32_t location = 0;  // index into Program::locations
    InstructionBody body{};

    std::size_t kind() const { return body.index(); }
    template <class Body>
    bool is() const {
        return kind() == index_of_body<Body>;
    }
    // Returns null if the instruction has another struct.
    template <class Body>
    const Body* find() const {
        return std::get_if<Body>(&body);
    }
    // Precondition: is<Body>().
    template <class Body>
    const Body& as() const {
        if (!is<Body>()) __builtin_unreachable();
        return *std::get_if<Body>(&body);
    }
};

inline bool is_access(const Instruction& at) { return at.is<LoadInstruction>() || at.is<StoreInstruction>(); }
// Returns the accessed memory of a load or store; null for any other instruction.
inline const AccessInstruction* access_of(const Instruction& at) {
    if (at.is<LoadInstruction>()) return &at.as<LoadInstruction>();
    return at.is<StoreInstruction>() ? &at.as<StoreInstruction>() : nullptr;
}
// Returns the flag that the instruction sets or waits for, with its value; null for any other instruction.
inline const FlagInstruction* flag_of(const Instruction& at) {
    if (at.is<SetFlagInstruction>()) return &at.as<SetFlagInstruction>();
    return at.is<WaitFlagInstruction>() ? &at.as<WaitFlagInstruction>() : nullptr;
}
// True if the instruction may block its thread outside MPI calls.
inline bool is_among_threads(const Instruction& at) {
    return at.kind() >= index_of_body<RoundInstruction> && at.kind() <= index_of_body<WaitFlagInstruction>;
}
// True for an MPI call with its arguments.
inline bool is_call(const Instruction& at) { return at.kind() >= index_of_body<PutInstruction>; }
inline bool is_operation(const Instruction& at) {
    return at.kind() >= index_of_body<PutInstruction> && at.kind() <= index_of_body<CompareAndSwapInstruction>;
}

// Returns the struct for a call, without arguments. Precondition: the call has a verb in scenarios.
InstructionBody body_of(Call call);

// True for the structs of calls.
template <class Body>
inline constexpr bool is_call_body = index_of_body<Body> >= index_of_body<PutInstruction>;

// Calls `visit(ArgumentSet, field)` for each field that holds arguments of the call, in the order of Argument. Does
// nothing for an instruction that is not a call.
template <class AnyInstruction, class Visit>
void each_argument(AnyInstruction& at, Visit&& visit) {
    const ArgumentSet arguments = description_of(at.call).arguments;
    const auto visit_own = [&](ArgumentSet held, auto& field) {
        if (const ArgumentSet own = held & arguments; !own.empty()) visit(own, field);
    };
    std::visit(
        [&](auto& body) {
            if constexpr (is_call_body<std::remove_const_t<std::remove_reference_t<decltype(body)>>>) {
                body.each_argument(body, visit_own);
            }
        },
        at.body);
}

// The name of an instruction in reports: "load", "store", a call, or an action of a thread.
std::string_view name_of(const Instruction& at);
// Calls `visit` with each variable that the instruction writes, other than loop variables, arrays that are set to 0,
// and variables of completed requests.
void each_written_name(const Instruction& at, const std::function<void(const WrittenName&)>& visit);
// Returns the variable in which a load, a call or get_address stores its result (`as`); null if there is none.
const WrittenName* result_name(const Instruction& at);
// Returns the variable for the request that the call creates; null if the call creates none.
const WrittenName* request_name(const Instruction& at);
// Returns the array for the statuses that the call returns; null if the program does not need them.
const WrittenName* status_name(const Instruction& at);

}  // namespace rmasim::sim
