// The RMA engine of one process: every MPI call the design covers, every packet, and the progress between them.
// It is driven by three things (begin a call, deliver a packet, make progress) and asks for three (world.h). Each
// synchronisation mode has a file of its own: fence.cpp, lock.cpp, flush.cpp; rma_op.cpp posts operations for all.
#pragma once

#include "protocol/base/errors.h"
#include "protocol/base/task.h"
#include "protocol/base/wait.h"
#include "protocol/base/world.h"
#include "protocol/newrma/config.h"
#include "protocol/newrma/window.h"

#include <string>
#include <vector>

namespace rmasim::newrma {

class Engine {
public:
    // `config` and `world` outlive the engine.
    Engine(Rank rank, Rank ranks, WindowId windows, const Config& config, World world);

    // ---- Calls. Each is a task: start it; when it is not done it waits for progress. MPI misuse raises
    // ErroneousProgram out of the task.
    Task<> post(Operation operation);  // PUT, GET, ACCUMULATE
    Task<> fence(WindowId window, Assert asserts);
    Task<> lock(WindowId window, LockType type, Rank target, Assert asserts);
    Task<> unlock(WindowId window, Rank target);
    Task<> flush(WindowId window, Rank target);
    Task<> barrier();  // MPI_BARRIER of the group, outside RMA

    // MPI_WIN_FREE of every window: raises ErroneousProgram when an epoch with operations, or a lock, is still open.
    void require_closed() const;

    // ---- A packet for this process. Handlers never block; calls whose wait is over go on before this returns.
    void deliver(const Packet& packet);

    // ---- What is going on, for reports and checks.
    Rank rank() const { return rank_; }
    const WaitList& waiting() const { return waits_; }
    // "LOCK_GRANTED from rank 3 (window 0)": what a waiting call needs and from whom.
    std::string describe(const WaitReason& reason) const;
    const Window& window(WindowId id) const { return windows_[id]; }
    const PoolLevelCounter& global_ops() const { return global_ops_; }
    const PoolLevelCounter& global_targets() const { return global_targets_; }

    struct MemoryUse {
        std::size_t engine_bytes;  // this object, its windows, lock queues
        std::size_t table_bytes;   // slots
        std::size_t pool_bytes;    // elements made so far
    };
    MemoryUse memory_use() const;

private:
    // ---- rma_op.cpp: RMA_OP of every mode
    Task<> post_local(Window& window, Operation operation);
    Task<> post_remote(Window& window, Operation operation);
    void join_epoch(Window& window, const Operation& operation) const;
    void queue_op(TargetElement& target, OperationElement& op, const Operation& operation);

    // ---- fence.cpp
    void start_ibarrier(Window& window);
    void on_barrier(const Packet& packet);
    void note_fence_granted(Window& window);
    void send_barrier(WindowId window, Rank peer, unsigned round);
    Task<> complete_epoch(Window& window);

    // ---- lock.cpp
    void open_passive_epoch(Window& window);
    void close_passive_epoch(Window& window);
    Task<> lock_own_window(Window& window, LockType type, Assert asserts);
    void unlock_own_window(Window& window);
    void request_lock(Window& window, TargetElement& target);
    void reclaim_lost_element(Call call, Window& window);
    Task<> drain(Call call, Window& window, TargetElement& target, SyncFlag flag);

    // ---- piggyback.cpp: what is held back, and what rides on what
    bool is_short(const Operation& operation) const;
    bool may_ride_alone(const TargetElement& target) const;
    bool held_back(const TargetElement& target) const;
    void raise_sync(TargetElement& target, SyncFlag flag);
    PacketFlag closing_flag(const TargetElement& target) const;

    // ---- progress.cpp: ISSUE_OPS, CLEANUP_OPS and MAKE_RMA_PROGRESS, for a target, a window, the process
    bool may_issue(const Window& window, const TargetElement& target) const;
    bool issue_step(Window& window, TargetElement& target);
    bool issue_under_called_lock(Window& window, TargetElement& target);
    void issue_op(Window& window, TargetElement& target, PacketFlag riding);
    void send_closing(Window& window, TargetElement& target);
    void serve_sync(Window& window, TargetElement& target);
    std::uint32_t issue_ops_target(Window& window, TargetElement& target);
    std::uint32_t issue_ops_window(Window& window);
    std::uint32_t cleanup_ops_target(Window& window, TargetElement& target);
    std::uint32_t cleanup_ops_window(Window& window);
    void make_progress_target(Window& window, TargetElement& target);
    void make_progress_window(Window& window);
    void make_progress_global();

    // ---- element_supply.cpp: taking, freeing
    OperationElement* try_take_op(Window& window);
    TargetElement* try_take_target(Window& window, Rank rank, TargetState state);
    void free_op(Window& window, OperationElement& op);
    void free_target(Window& window, TargetElement& target);
    void retire_if_idle(Window& window, TargetElement& target);

    // ---- restore.cpp: how to get an element when there is none
    struct Pick {
        Window* window = nullptr;
        TargetElement* target = nullptr;
    };
    Task<OperationElement*> obtain_op(Call call, Window& window);
    Task<TargetElement*> obtain_target(Call call, Window& window, Rank rank, TargetState state);
    Task<> restore_op(Call call, Window& window);
    Task<> restore_target(Call call, Window& window);
    Task<> empty_and_free(Call call, Pick pick);
    template <class Eligible>
    Pick pick_target(Window& first, Eligible eligible);

    // ---- origin_side.cpp: replies
    void on_reply(Window& window, const Packet& packet);
    void complete_get(Window& window, const Packet& packet);

    // ---- target_side.cpp: requests
    void on_request(Window& window, const Packet& packet);
    void execute(Window& window, const Packet& packet, bool lock_granted_now);
    void apply(const Packet& packet);
    void reply(Window& window, const Packet& request, Payload data, bool grant);
    void release_lock(Window& window, Rank holder);
    void grant_waiting(Window& window);

    // ---- engine.cpp
    void set_state(Call call, Window& window, WindowState state);
    void set_state(Call call, Window& window, TargetElement& target, TargetState state);
    TargetElement* find_target(Window& window, Rank rank);
    Packet packet_to(Rank target, const Window& window, PacketKind kind) const;

    template <class Condition>
    auto progress_until(WaitReason reason, Condition condition) {
        return ProgressUntil<Condition>(waits_, reason, std::move(condition));
    }

    Rank rank_;
    Rank ranks_;
    const Config& config_;
    World world_;
    std::vector<Window> windows_;  // never grows after construction: suspended calls hold references
    PoolLevelCounter global_ops_;
    PoolLevelCounter global_targets_;
    Slab<OperationElement> ops_;
    Slab<TargetElement> targets_;
    WaitList waits_;
    Barrier barrier_;
    // Calls inside a RESTORE routine right now. While there are any, no operation is held back for the user's next call
    // (design, "Performance optimizations", last paragraph).
    std::uint32_t shortage_ = 0;
};

// BARRIER packets of MPI_BARRIER carry this instead of a window.
inline constexpr WindowId no_window = 0xFFFF;

}  // namespace rmasim::newrma
