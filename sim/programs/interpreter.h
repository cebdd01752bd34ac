// Executes the program of a thread up to its next MPI call or computation.
#pragma once

#include "protocol/base/call_request.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/programs/thread.h"
#include "sim/programs/wrong_values.h"
#include "sim/scenario/model/scenario.h"

#include <vector>

namespace rmasim::sim {

// A load or store instruction as it was executed.
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

// Receives every load and store of a program, with its bytes (`region.disp` is in bytes).
class AccessWatcher {
public:
    virtual ~AccessWatcher() = default;
    virtual void accessed(const Thread& thread, const MemoryAccess& access, const Region& region) = 0;
};

class Interpreter {
public:
    Interpreter(const Scenario& scenario, WindowMemory& memory, WrongValues& wrong_values);

    // `watcher` may be null.
    void set_store_watcher(StoreWatcher* watcher) { store_watcher_ = watcher; }
    void set_access_watcher(AccessWatcher* watcher) { access_watcher_ = watcher; }

    // Executes instructions that take no time and only concern this thread (control flow, variables, loads and stores
    // of windows that are not shared). Returns the next call, computation, access to shared memory, or synchronisation
    // among threads (is_among_threads); null at the end of the program. Values out of range raise BadInput with the
    // location and the rank. The use of a window that does not exist raises ErroneousProgram (also in `prepare` and
    // `access`).
    //
    // Some programs consist of accesses in loops. For those it needs no function call.
    const Instruction* advance(Thread& thread) const {
        if (thread.program == nullptr) return nullptr;
        const Instruction* const code = thread.program->code.data();
        const Instruction* const end = code + thread.program->code.size();
        const Instruction* at = code + thread.position;
        if (at != end && at->kind == InstructionKind::repeat_end) {
            end_repeat(thread, *at);
            at = code + thread.position;
        }
        return at != end && is_shared_access(*at) ? stop_at(thread, *at) : advance_further(thread);
    }
    // The call of the instruction that `advance` returned.
    CallRequest prepare(Thread& thread, const Instruction& at) const;
    // Stores the result of the thread's call (a request, the answer of a test) in the program's variable. Call it after
    // the call.
    static void store_answer(Thread& thread);
    // Executes the load or store that `advance` returned.
    MemoryAccess access(Thread& thread, const Instruction& at) const {
        return at.kind == InstructionKind::load ? run_load(thread, at) : run_store(thread, at);
    }
    Time computation(Thread& thread, const Instruction& at) const;
    // Executes the barrier, join, flag or `while` at its limit that `advance` returned: sets the flag, or records what
    // the thread waits for. The thread is blocked then; see thread_sync.h.
    void block_at_sync(Thread& thread, const Instruction& at) const;

private:
    // The frequent parts of instructions are inlined. Evaluations that may raise errors are separate functions, because
    // the strings of the errors would cost each caller a large stack frame.
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
    [[noreturn]] void reject_owner(const Thread& thread, const Instruction& at, Rank owner) const;
    bool is_shared_access(const Instruction& at) const { return is_access(at.kind) && spaces_[at.window].shared; }
    const Instruction* advance_further(Thread& thread) const;
    static const Instruction* stop_at(Thread& thread, const Instruction& at) {
        ++thread.position;
        thread.location = at.location;
        return &at;
    }
    bool step_control(Thread& thread, const Instruction& at) const;
    void begin_repeat(Thread& thread, const Instruction& at) const;
    static void end_repeat(Thread& thread, const Instruction& at) {
        const bool again = ++thread.variables[at.variable] < thread.variables[at.variable + 1u];
        thread.position = again ? at.jump : thread.position + 1;
    }
    bool begin_round(Thread& thread, const Instruction& at) const;
    Rank owner_of(Thread& thread, const Instruction& at) const {
        if (!at.elsewhere) return thread.rank;
        const Rank owner = window_comms_ ? member_argument(thread, at, "target") : rank_argument(thread, at, "target");
        if (owner != thread.rank && !on_one_node(thread.rank, owner, at.window)) [[unlikely]]
            reject_owner(thread, at, owner);
        return owner;
    }
    MemoryAccess run_load(Thread& thread, const Instruction& at) const;
    MemoryAccess run_store(Thread& thread, const Instruction& at) const;

    // ---- prepare.cpp
    Rank rank_argument(Thread& thread, const Instruction& at, const char* what) const {
        return static_cast<Rank>(evaluate_within(thread, at, at.target, what, 0, scenario_.ranks - 1));
    }
    Rank rank_or_null(Thread& thread, const Instruction& at, const char* what) const;
    const RankGroup& members(const Thread& thread, const Instruction& at) const;
    // The communicator of the window. Null in scenarios without windows of communicators, and for windows of all ranks.
    // Raises BadInput if the thread's rank is not in the communicator. `what` is the argument that names the window.
    const RankGroup* window_members(const Thread& thread, const Instruction& at, SpaceId window,
                                    const char* what = "win") const;
    // The rank, among all ranks, of the call's target in its window.
    Rank member_argument(Thread& thread, const Instruction& at, const char* what) const;
    Rank member_at(Thread& thread, const Instruction& at, const char* what, const RankGroup& group, WindowId comm,
                   bool may_be_null) const;
    Rank peer_argument(Thread& thread, const Instruction& at, const char* what) const;
    std::uint32_t prepare_count(Thread& thread, const Instruction& at) const;
    Region prepare_region(Thread& thread, const Instruction& at) const;
    // The bytes of a load or store, which has no blocks.
    static Region accessed(const Instruction& at, std::uint64_t disp_bytes, std::uint32_t count) {
        return {.disp = disp_bytes, .count = count, .datatype = at.datatype};
    }
    void require_accessible(Thread& thread, const Instruction& at, std::uint64_t disp_bytes, std::uint32_t count,
                            Rank owner) const {
        const std::uint64_t has = spaces_[at.window].surely_has, bytes = count * bytes_of(at.datatype);
        if (bytes <= has && disp_bytes <= has - bytes) return;  // the usual case
        require_inside(thread, at, accessed(at, disp_bytes, count), owner);
    }
    void require_inside(Thread& thread, const Instruction& at, const Region& region, Rank owner) const;
    void require_exists(const Thread& thread, const Instruction& at, Rank owner, SpaceId window) const;
    void prepare_vector(Thread& thread, const Instruction& at, Region& region) const;
    Operation prepare_operation(Thread& thread, const Instruction& at, Rank target) const;
    Message prepare_message(Thread& thread, const Instruction& at) const;
    Rank root_argument(Thread& thread, const Instruction& at, Rank size) const;
    void prepare_collective(Thread& thread, const Instruction& at, CallRequest& call) const;
    OriginBuffer prepare_data(Thread& thread, const Instruction& at, const LocalElements& elements, const char* what,
                              std::uint32_t count) const;
    std::vector<Rank> prepare_group(Thread& thread, const Instruction& at, const RankGroup* members) const;
    [[noreturn]] void reject_rank_argument(const Thread& thread, const Instruction& at, Rank comm_rank,
                                   const RankGroup& members) const;
    Message prepare_handle(Thread& thread, const Instruction& at, bool sends, Message message) const;
    void prepare_indices(Thread& thread, const Instruction& at) const;
    void prepare_requests(Thread& thread, const Instruction& at, CallRequest& call) const;
    std::vector<OriginBuffer> prepare_names(Thread& thread, const Instruction& at, const IntegerList& list) const;
    void prepare_allocated(Thread& thread, const Instruction& at, RequestArguments& more) const;
    void prepare_attached(Thread& thread, const Instruction& at, CallRequest& call) const;
    std::int64_t address_of(Thread& thread, const Instruction& at) const;
    void prepare_counters(Thread& thread, const Instruction& at, CallRequest& call) const;
    // The variable that a call or instruction writes.
    Slot slot_of(Thread& thread, const Instruction& at, Slot variable, const ElementIndex& element,
                 const char* what) const {
        if (element.length == 0) return variable;
        return static_cast<Slot>(variable + evaluate_within(thread, at, element.index, what, 0, element.length - 1));
    }

    // Properties of a window or buffer that loads and stores need.
    struct Space {
        std::uint64_t surely_has;  // bytes that all ranks have at any time
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
    bool window_comms_ = false;  // some window is of a communicator
    StoreWatcher* store_watcher_ = nullptr;
    AccessWatcher* access_watcher_ = nullptr;
};

}  // namespace rmasim::sim
