#include "sim/programs/interpreter.h"

#include "sim/programs/reject.h"
#include "sim/scenario/model/limits.h"

namespace rmasim::sim {

Interpreter::Interpreter(const Scenario& scenario, WindowMemory& memory, WrongValues& wrong_values)
    : scenario_(scenario), memory_(memory), wrong_values_(wrong_values) {
    for (SpaceId id = 0; id < scenario.spaces(); ++id) {
        const WindowSettings& space = scenario.space(id);
        spaces_.push_back({space.always ? space.bytes.min() : 0, space.shared});
    }
    window_comms_ = scenario.has_window_comms();
    if (!scenario.shares_windows()) return;
    nodes_.reserve(static_cast<std::size_t>(scenario.ranks));
    for (Rank rank = 0; rank < scenario.ranks; ++rank) nodes_.push_back(memory.node_of(rank).first);
}

const Instruction* Interpreter::advance_further(Thread& thread) const {
    if (thread.program == nullptr) return nullptr;
    const Instruction* const code = thread.program->code.data();
    const Instruction* const end = code + thread.program->code.size();
    for (;;) {
        const Instruction* const at = code + thread.position;
        if (at == end) return nullptr;
        if (stops(*at) || !step_control(thread, *at)) return stop_at(thread, *at);
    }
}

// Executes an instruction that only concerns the thread. Returns false, without effect, for any other instruction.
// Precondition: the instruction is not an access to a shared window.
//
// `repeat` compiles to a loop. Its counter and its limit are two variables. Jumps change `position`:
//
//     0  repeat_begin times=3 i   i = 0, limit = 3; with 0 times: jump to 3
//     1    put ...                the body
//     2  repeat_end i             ++i; jump to 1 if i < limit
//     3  ...
//
// `if` with `else` compiles to:
//
//     0  branch_unless when       jump to 3 if the condition is 0
//     1    put ...                the calls
//     2  jump                     to 4
//     3    get ...                the else part
//     4  ...
//
// `while` with `else` compiles to:
//
//     0  let round = -1
//     1  branch_unless when       jump to 6 if the condition is 0
//     2  while_round limit        ++round; jump to 5 if round = limit (without `else`: the thread is blocked)
//     3    put ...                the body
//     4  jump                     to 1
//     5    get ...                the else part
//     6  ...
bool Interpreter::step_control(Thread& thread, const Instruction& at) const {
    switch (at.kind()) {
        case index_of_body<RepeatInstruction>: begin_repeat(thread, at, at.as<RepeatInstruction>()); return true;
        case index_of_body<RepeatEndInstruction>: end_repeat(thread, at.as<RepeatEndInstruction>()); return true;
        case index_of_body<RoundInstruction>: return begin_round(thread, at, at.as<RoundInstruction>());
        case index_of_body<JumpInstruction>: thread.position = at.as<JumpInstruction>().destination; return true;
        case index_of_body<BranchInstruction>: {
            const auto& branch = at.as<BranchInstruction>();
            thread.position =
                evaluate(thread, at, branch.condition, "when") == 0 ? branch.destination : thread.position + 1;
            return true;
        }
        case index_of_body<LetInstruction>: {
            const auto& let = at.as<LetInstruction>();
            thread.variables[slot_of(thread, at, let.name, "name")] = evaluate(thread, at, let.value, "value");
            ++thread.position;
            return true;
        }
        case index_of_body<AddressInstruction>: {
            const auto& address = at.as<AddressInstruction>();
            thread.variables[slot_of(thread, at, address.variable, "as")] = address_of(thread, at, address);
            ++thread.position;
            return true;
        }
        case index_of_body<ClearInstruction>: {
            const auto& array = at.as<ClearInstruction>();
            for (std::size_t i = 0; i < array.length; ++i) thread.variables[array.first + i] = 0;
            ++thread.position;
            return true;
        }
        case index_of_body<LoadInstruction>:
        case index_of_body<StoreInstruction>:
            thread.location = at.location;
            access(thread, at);
            ++thread.position;
            return true;
        default: return false;
    }
}

// Returns the address of a displacement in a space. The address need not be inside the space, since an address is only
// a number until an operation uses it.
std::int64_t Interpreter::address_of(Thread& thread, const Instruction& at, const AddressInstruction& address) const {
    const std::int64_t disp = evaluate(thread, at, address.disp, "disp");
    const std::uint64_t first =
        scenario_.addresses->first_of(thread.rank) + scenario_.backing_of(address.space).disp_bytes;
    return static_cast<std::int64_t>(first + static_cast<std::uint64_t>(disp));
}

void Interpreter::begin_repeat(Thread& thread, const Instruction& at, const RepeatInstruction& loop) const {
    const std::int64_t times = evaluate_within(thread, at, loop.times, "times", 0, limits::max_repetitions);
    thread.variables[loop.variable] = 0;
    thread.variables[loop.variable + 1u] = times;
    thread.position = times == 0 ? loop.end : thread.position + 1;
}

bool Interpreter::begin_round(Thread& thread, const Instruction& at, const RoundInstruction& round) const {
    const std::int64_t limit = evaluate_within(thread, at, round.limit, "limit", 1, limits::max_repetitions);
    const bool within = ++thread.variables[round.variable] < limit;
    if (!within && round.otherwise == 0) {
        thread.awaited = limit;
        return false;
    }
    thread.position = within ? thread.position + 1 : round.otherwise;
    return true;
}

void Interpreter::block_at_sync(Thread& thread, const Instruction& at) const {
    thread.activity = Thread::Activity::blocked;
    if (const auto* const join = at.find<JoinInstruction>()) {
        const std::int32_t program = scenario_.program_of_rank[static_cast<std::size_t>(thread.rank)];
        const auto threads = static_cast<std::int64_t>(scenario_.programs[static_cast<std::size_t>(program)].size());
        thread.awaited = evaluate(thread, at, join->thread, "thread");
        if (thread.awaited >= 0 && thread.awaited < threads && thread.awaited != thread.number) return;
        reject(thread, at, "thread", std::to_string(thread.awaited),
               "the number of another thread of the rank, which has " + std::to_string(threads) + " threads");
    }
    const FlagInstruction* const of_flag = flag_of(at);
    if (of_flag == nullptr) return;
    thread.awaited = evaluate_within(thread, at, of_flag->value, "value", 0, limits::flag.max);
    if (at.is<WaitFlagInstruction>()) return;
    std::int64_t& flag = thread.flags[of_flag->flag];
    if (thread.awaited < flag) {
        reject(thread, at, "value", std::to_string(thread.awaited),
               "at least " + std::to_string(flag) + ", the value of the flag, because a flag never decreases");
    }
    flag = thread.awaited;
}

void Interpreter::reject_owner(const Thread& thread, const Instruction& at, SpaceId space, Rank owner) const {
    reject(thread, at, "target", std::to_string(owner),
           spaces_[space].shared ? "a rank of the same node" : "the rank itself, or a window with \"shared\": true");
}

MemoryAccess Interpreter::run_load(Thread& thread, const Instruction& at, const LoadInstruction& load) const {
    const auto disp = static_cast<std::uint64_t>(evaluate(thread, at, load.disp, "disp"));
    const Rank owner = owner_of(thread, at, load);
    require_accessible(thread, at, load, disp, 1, owner);
    const std::int64_t value = memory_.load(thread.rank, owner, load.space, disp, load.datatype);
    if (load.expected) {
        const std::int64_t expected = evaluate(thread, at, *load.expected, "expect");
        if (value != expected) wrong_values_.add(thread, expected, value);
    }
    thread.variables[slot_of(thread, at, load.variable, "as")] = value;
    const MemoryAccess made{false, owner, load.space, disp, value};
    if (access_watcher_ != nullptr) access_watcher_->accessed(thread, made, accessed(load, disp, 1));
    return made;
}

MemoryAccess Interpreter::run_store(Thread& thread, const Instruction& at, const StoreInstruction& store) const {
    // A constant count needs no check, since it was checked when the scenario was read.
    const std::uint32_t count = store.count.is_constant() ? static_cast<std::uint32_t>(store.count.constant())
                                                          : prepare_count(thread, at, store.count, store.datatype);
    const auto disp = static_cast<std::uint64_t>(evaluate(thread, at, store.disp, "disp"));
    const std::int64_t value = evaluate(thread, at, store.value, "value");
    const std::int64_t step = evaluate(thread, at, store.step, "step");
    const Rank owner = owner_of(thread, at, store);
    require_accessible(thread, at, store, disp, count, owner);
    memory_.store(thread.rank, owner, store.space, disp, store.datatype, count, value, step);
    if (store_watcher_ != nullptr) store_watcher_->stored(thread, owner, store.space);
    const MemoryAccess made{true, owner, store.space, disp, value};
    if (access_watcher_ != nullptr) access_watcher_->accessed(thread, made, accessed(store, disp, count));
    return made;
}

void Interpreter::reject_value(const Thread& thread, const Instruction& at, const char* what, std::int64_t value,
                               std::int64_t min, std::int64_t max) {
    reject(thread, at, what, std::to_string(value), std::to_string(min) + " to " + std::to_string(max));
}

[[gnu::noinline]] void Interpreter::reject_evaluation(const Thread& thread, const Instruction& at, const char* what,
                                    const ExpressionError& error) {
    reject(thread, at, what, error.what(), "an expression that has a value");
}

// The attribute `flatten` inlines everything that Expression::run calls.
[[gnu::flatten]] std::int64_t Interpreter::evaluate_steps(Thread& thread, const Instruction& at,
                                                           const Expression& expression, const char* what) {
    try {
        return expression.run(thread.variables, thread.random);
    } catch (const ExpressionError& error) {
        reject_evaluation(thread, at, what, error);
    }
}

}  // namespace rmasim::sim
