// The interpreter of a scenario's programs. It executes the program of a thread up to the thread's next MPI call or
// computation.
#pragma once

#include "protocol/base/process.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/programs/thread.h"
#include "sim/programs/wrong_values.h"
#include "sim/scenario/model/scenario.h"

#include <vector>

namespace rmasim::sim {

// A load or store that was executed.
struct MemoryAccess {
    bool stores = false;
    Rank owner = no_rank;
    WindowId window = 0;
    std::uint64_t disp_bytes = 0;
    std::int64_t value = 0;  // the value loaded, or the first value stored
};

// Receives every store to a window.
class StoreWatcher {
public:
    virtual ~StoreWatcher() = default;
    virtual void stored(const Thread& thread, Rank owner, WindowId window) = 0;
};

// Receives every load and store of a program, and its bytes as a region whose displacement is in bytes.
class AccessWatcher {
public:
    virtual ~AccessWatcher() = default;
    virtual void accessed(const Thread& thread, const MemoryAccess& access, const Region& region) = 0;
};

class Interpreter {
    friend class CallPreparation;

public:
    Interpreter(const Scenario& scenario, WindowMemory& memory, WrongValues& wrong_values);

    // `watcher` may be null.
    void set_store_watcher(StoreWatcher* watcher) { store_watcher_ = watcher; }
    void set_access_watcher(AccessWatcher* watcher) { access_watcher_ = watcher; }

    // Executes instructions that take no time and only concern this thread: control flow, variables, loads and stores
    // of windows that are not shared. Returns the next instruction of another kind: a call, a computation, an access to
    // shared memory, or a synchronisation among threads (is_among_threads). Returns null at the end of the program.
    // Raises BadInput, with the location and the rank, if a value is out of range. Raises ErroneousProgram if the
    // program uses a window that does not exist; prepare() and access() also raise it.
    //
    // Many programs consist of calls or accesses in loops. The inlined part of this function handles them without a
    // function call.
    const Instruction* advance(Thread& thread) const {
        if (thread.program == nullptr) return nullptr;
        const Instruction* const code = thread.program->code.data();
        const Instruction* const end = code + thread.program->code.size();
        const Instruction* at = code + thread.position;
        if (at != end && at->is<RepeatEndInstruction>()) {
            end_repeat(thread, at->as<RepeatEndInstruction>());
            at = code + thread.position;
        }
        return at != end && stops(*at) ? stop_at(thread, *at) : advance_further(thread);
    }
    // Returns the arguments of the call that advance() returned. `process` is the process of the thread's rank.
    CallRequest prepare(Thread& thread, const Instruction& at, const Process& process) const;
    // Stores the result of the thread's call, such as a request or the flag of a test, in the variable that the call
    // names. Must be called when the thread's call has returned.
    void store_answer(Thread& thread) const;
    // Executes the load or store that advance() returned.
    MemoryAccess access(Thread& thread, const Instruction& at) const {
        return at.is<LoadInstruction>() ? run_load(thread, at, at.as<LoadInstruction>())
                                        : run_store(thread, at, at.as<StoreInstruction>());
    }
    Time computation(Thread& thread, const Instruction& at) const;
    // Executes the synchronisation of threads that advance() returned, and blocks the thread. The instruction may be a
    // barrier, a join, setting or waiting for a flag, or a `while` whose number of iterations has reached its limit.
    // Sets the flag, or records the event for which the thread waits. The functions of thread_sync.h determine when a
    // blocked thread resumes.
    void block_at_sync(Thread& thread, const Instruction& at) const;

private:
    void store_statuses(Thread& thread, const Instruction& at) const;
    // The frequent parts of instructions are inlined. Evaluations that may raise errors are separate functions, because
    // the strings of the errors would give each caller a large stack frame.
    [[gnu::always_inline]] static std::int64_t evaluate(Thread& thread, const Instruction& at,
                                                        const Expression& expression, const char* what) {
        std::int64_t value = 0;
        if (expression.evaluate_simple(thread.variables, value)) return value;
        return evaluate_steps(thread, at, expression, what);
    }
    [[gnu::noinline]] static std::int64_t evaluate_steps(Thread& thread, const Instruction& at,
                                                         const Expression& expression, const char* what);
    [[gnu::always_inline]] static std::int64_t evaluate_within(Thread& thread, const Instruction& at,
                                                               const Expression& expression, const char* what,
                                                               std::int64_t min, std::int64_t max) {
        const std::int64_t value = evaluate(thread, at, expression, what);
        if (value < min || value > max) [[unlikely]]
            reject_value(thread, at, what, value, min, max);
        return value;
    }
    [[noreturn]] static void reject_evaluation(const Thread& thread, const Instruction& at, const char* what,
                                               const ExpressionError& error);
    [[noreturn]] static void reject_value(const Thread& thread, const Instruction& at, const char* what,
                                          std::int64_t value, std::int64_t min, std::int64_t max);
    [[noreturn]] void reject_owner(const Thread& thread, const Instruction& at, SpaceId space, Rank owner) const;
    bool is_shared_access(const Instruction& at) const {
        const AccessInstruction* const access = access_of(at);
        return access != nullptr && spaces_[access->space].shared;
    }
    // True for a call or an access to shared memory, at which advance() returns.
    bool stops(const Instruction& at) const { return is_call(at) || is_shared_access(at); }
    const Instruction* advance_further(Thread& thread) const;
    static const Instruction* stop_at(Thread& thread, const Instruction& at) {
        ++thread.position;
        thread.location = at.location;
        return &at;
    }
    bool step_control(Thread& thread, const Instruction& at) const;
    void begin_repeat(Thread& thread, const Instruction& at, const RepeatInstruction& loop) const;
    static void end_repeat(Thread& thread, const RepeatEndInstruction& loop) {
        const bool again = ++thread.variables[loop.variable] < thread.variables[loop.variable + 1u];
        thread.position = again ? loop.body : thread.position + 1;
    }
    bool begin_round(Thread& thread, const Instruction& at, const RoundInstruction& round) const;
    std::int64_t address_of(Thread& thread, const Instruction& at, const AddressInstruction& address) const;
    Rank owner_of(Thread& thread, const Instruction& at, const AccessInstruction& access) const {
        if (!access.target) return thread.rank;
        const Rank owner = window_comms_ ? member_argument(thread, at, access.space, *access.target)
                                         : rank_argument(thread, at, *access.target, "target");
        if (owner != thread.rank && !on_one_node(thread.rank, owner, access.space)) [[unlikely]]
            reject_owner(thread, at, access.space, owner);
        return owner;
    }
    MemoryAccess run_load(Thread& thread, const Instruction& at, const LoadInstruction& load) const;
    MemoryAccess run_store(Thread& thread, const Instruction& at, const StoreInstruction& store) const;

    // ---- Functions in prepare.cpp: they evaluate and check arguments.
    Rank rank_argument(Thread& thread, const Instruction& at, const Expression& rank, const char* what) const {
        return static_cast<Rank>(evaluate_within(thread, at, rank, what, 0, scenario_.ranks - 1));
    }
    // Returns the group of the window's communicator. Returns null if all ranks have the window. Raises BadInput if the
    // thread's rank is not in the communicator. `what` is the name of the call's argument that names the window.
    const RankGroup* window_members(const Thread& thread, const Instruction& at, SpaceId window,
                                    const char* what = "win") const;
    // Returns the rank of an argument that is a communicator rank of `group`. `comm` is the group's communicator, for
    // errors.
    Rank member_at(Thread& thread, const Instruction& at, const Expression& rank, const char* what,
                   const RankGroup& group, WindowId comm, bool may_be_null) const;
    Rank member_numbered(const Thread& thread, const Instruction& at, std::int64_t comm_rank, const char* what,
                         const RankGroup& group, WindowId comm, bool may_be_null) const;
    // Returns the owner of an accessed window segment. `rank` is a communicator rank of the window.
    Rank member_argument(Thread& thread, const Instruction& at, SpaceId window, const Expression& rank) const;
    std::uint32_t prepare_count(Thread& thread, const Instruction& at, const Expression& count,
                                Datatype datatype) const;
    // Returns the number of elements of a message.
    std::uint64_t prepare_message_count(Thread& thread, const Instruction& at, const Expression& count,
                                        Datatype datatype) const;
    // Returns the bytes of a load or store as a contiguous region.
    static Region accessed(const AccessInstruction& access, std::uint64_t disp_bytes, std::uint32_t count) {
        return {.disp = disp_bytes, .count = count, .datatype = access.datatype};
    }
    void require_accessible(Thread& thread, const Instruction& at, const AccessInstruction& access,
                            std::uint64_t disp_bytes, std::uint32_t count, Rank owner) const {
        const std::uint64_t has = spaces_[access.space].surely_has, bytes = count * bytes_of(access.datatype);
        if (bytes <= has && disp_bytes <= has - bytes) return;  // the usual case
        require_accessed(thread, at, access.space, accessed(access, disp_bytes, count), owner);
    }
    void require_accessed(Thread& thread, const Instruction& at, SpaceId space, const Region& region, Rank owner) const;
    // Raises BadInput if an element is outside the segment of `owner`. The displacement is in units of `disp_unit`.
    void require_inside(Thread& thread, const Instruction& at, SpaceId space, const Region& region, Rank owner,
                        std::uint64_t disp_unit) const;
    void require_exists(const Thread& thread, const Instruction& at, Rank owner, SpaceId window) const;
    // Returns the variable that a call or instruction writes.
    static Slot slot_of(Thread& thread, const Instruction& at, const WrittenName& name, const char* what) {
        if (name.element.length == 0) return name.variable;
        std::int64_t index = 0;
        const bool simple = name.element.index.evaluate_simple(thread.variables, index);
        // Converted to unsigned, a negative index exceeds any length.
        if (simple && static_cast<std::uint64_t>(index) < name.element.length) [[likely]]
            return static_cast<Slot>(name.variable + index);
        return evaluated_slot(thread, at, name, what);
    }
    [[gnu::noinline]] static Slot evaluated_slot(Thread& thread, const Instruction& at, const WrittenName& name,
                                                 const char* what) {
        return static_cast<Slot>(name.variable +
                                 evaluate_within(thread, at, name.element.index, what, 0, name.element.length - 1));
    }

    // The properties of a window or buffer that the execution of loads and stores requires.
    struct Space {
        std::uint64_t surely_has;  // number of bytes that the segment of every rank has at any time
        bool shared;
    };

    // True if `by` can load from and store to `owner`'s segment of the window directly.
    bool on_one_node(Rank by, Rank owner, WindowId window) const {
        return spaces_[window].shared &&
               nodes_[static_cast<std::size_t>(by)] == nodes_[static_cast<std::size_t>(owner)];
    }

    const Scenario& scenario_;
    std::vector<Space> spaces_;
    std::vector<Rank> nodes_;  // by rank: the first rank of its node; empty if no window is shared
    WindowMemory& memory_;
    WrongValues& wrong_values_;
    bool window_comms_ = false;  // true if some window is of a communicator
    StoreWatcher* store_watcher_ = nullptr;
    AccessWatcher* access_watcher_ = nullptr;
};

}  // namespace rmasim::sim
