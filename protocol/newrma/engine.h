// The RMA engine of one process: every MPI call the design covers, every packet, and the progress between them.
// It is driven by three things (begin a call, deliver a packet, make progress) and asks for a few (world.h). Each
// synchronisation mode has a file of its own: fence.cpp, pscw.cpp, lock.cpp, lock_all.cpp, flush.cpp; rma_op.cpp posts
// operations for all.
#pragma once

#include "protocol/base/process.h"
#include "protocol/base/slab.h"
#include "protocol/newrma/calls.h"
#include "protocol/newrma/config.h"
#include "protocol/newrma/window.h"
#include "protocol/parts/mailbox.h"
#include "protocol/parts/request_table.h"
#include "protocol/parts/two_sided.h"

#include <string>
#include <vector>

namespace rmasim::newrma {

class Engine final : public Process {
public:
    // `config` and `world` outlive the engine.
    Engine(Rank rank, Rank ranks, WindowId windows, const Config& config, World world);

    CallSet calls() const override { return newrma::calls; }
    Task<> begin(CallRequest request, CallAnswer& answer) override;

    // ---- What `begin` chooses from.
    // PUT, GET, ACCUMULATE, GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP
    Task<> rma_op(Operation operation);
    Task<> fence(WindowId window, Assert asserts);
    Task<> post(WindowId window, Group group, Assert asserts);
    Task<> start(WindowId window, Group group, Assert asserts);
    Task<> complete(WindowId window);
    Task<> wait(WindowId window);
    Task<bool> test(WindowId window);  // true: the exposure epoch is over, as after `wait`
    Task<> lock(WindowId window, LockType type, Rank target, Assert asserts);
    Task<> unlock(WindowId window, Rank target);
    Task<> lock_all(WindowId window, Assert asserts);
    Task<> unlock_all(WindowId window);
    Task<> flush(WindowId window, Rank target);
    Task<> flush_local(WindowId window, Rank target);
    Task<> flush_all(WindowId window);
    Task<> flush_local_all(WindowId window);
    Task<> sync(WindowId window);

    // r-forms: a request for `Operation::request`, to be ended by one of the two calls below it.
    RequestId new_request() { return requests_.open(); }
    Task<> request_wait(RequestId request);
    Task<bool> request_test(RequestId request);

    // ---- Outside RMA: MPI_BARRIER of the group, and eager messages.
    Task<> barrier() { return two_sided_.barrier(world_, waits_); }
    Task<> send(Message message) { return two_sided_.send(world_, message); }
    Task<> recv(Message message) { return two_sided_.recv(world_, waits_, message); }

    // MPI_WIN_FREE of every window: raises ErroneousProgram when an epoch or a request is still open.
    void require_closed() const override;

    // ---- A packet for this process. Handlers never block; calls whose wait is over go on before this returns.
    void deliver(const Packet& packet) override;
    void expect(const Packet& packet) const override;
    // Calls that another thread's call set free go on.
    void make_progress() override { waits_.resume_ready(rank_, world_.choice); }

    // ---- Resources that go away while a program runs: a pool's elements, down to `size` of them. One that has fewer
    // already keeps those.
    void shrink_local_pool(ElementKind kind, WindowId window, std::uint32_t size);
    void shrink_global_pool(ElementKind kind, std::uint32_t size);

    // ---- What is going on, for reports and checks.
    Rank rank() const override { return rank_; }
    const WaitList& waiting() const override { return waits_; }
    // "LOCK_GRANTED from rank 3 (window 0)": what a waiting call needs and from whom.
    std::string describe(const WaitReason& reason) const override;
    // The same for programs: its own half of the truth, since who holds a lock is the target's to say.
    AwaitedRanks awaited_ranks(const WaitReason& reason) const override;
    const Window& window(WindowId id) const { return windows_[id]; }
    const std::vector<Window>& windows() const { return windows_; }
    const PoolLevelCounter& global_ops() const { return global_ops_; }
    const PoolLevelCounter& global_targets() const { return global_targets_; }

    ProcessMemory memory_use() const override;

private:
    // ---- rma_op.cpp: RMA_OP of every mode
    Task<> op_local(Window& window, Operation operation);
    Task<> op_remote(Window& window, Operation operation);
    void join_epoch(Window& window, const Operation& operation) const;
    void queue_op(Window& window, TargetElement& target, OperationElement& op, const Operation& operation);
    void note_operation(Window& window);
    void apply_locally(Window& window, const Operation& operation);

    static Call call_of(const Operation& operation);

    // ---- shared_memory.cpp: windows that the processes of a node share
    static bool is_direct(const Window& window, Rank target);
    void mem_sync(Window& window, MemSync place);
    Task<> op_direct(Window& window, Operation operation);
    bool is_locked(const Window& window, Rank target) const;
    Task<> node_barrier(Call call, Window& window);
    void on_node_barrier(Window& window, const Packet& packet);
    Task<> await_node_posts(Window& window);
    Task<> lock_direct(Window& window, LockType type, Rank target, bool nocheck);
    void request_node_lock(Window& window, LockType type, Rank target, bool nocheck);
    bool on_node_grant(Window& window, Rank from);
    Task<> unlock_direct(Window& window, Rank target);
    Task<> lock_node(Window& window, bool nocheck);
    void unlock_node(Window& window);
    void before_applying(Window& window, const Packet& packet);
    void expose_applied(Window& window);

    // ---- calls.cpp
    Task<> wait_for_each(std::vector<RequestId> requests);

    // ---- request.cpp: r-forms
    Request& require_request(Call call, RequestId id);
    void release_op_of(const Request& request);

    // ---- fence.cpp
    void start_ibarrier(Window& window);
    void deliver_to_group(const Packet& packet);
    void on_barrier(const Packet& packet);
    void note_fence_granted(Window& window);
    void send_barrier(PacketKind kind, WindowId window, Rank peer, unsigned round);

    // ---- pscw.cpp
    void send_post(Window& window, Rank origin);
    void note_posted(Window& window, Rank target);
    void note_completed(Window& window, Rank origin);
    std::vector<bool> raise_complete(Window& window);
    void send_complete(Window& window, Rank target);
    void on_post(Window& window, const Packet& packet);
    void on_complete(Window& window, const Packet& packet);

    // ---- pscw_tree.cpp
    void post_through_tree(Window& window, Group group);
    void spread_post(Window& window, Rank root, const Rank* group, std::size_t count);
    void take_tree_place(Window& window, const Packet& post);
    bool leave_tree_place(Window& window, Rank root);

    // ---- lock.cpp
    void open_epoch(Call call, Window& window, WindowState state);
    void close_passive_epoch(Window& window);
    Task<> lock_own_window(Call call, Window& window, LockType type);
    void request_own_lock(Window& window, LockType type);
    void unlock_own_window(Window& window);
    void release_own_lock(Window& window);
    void request_lock(Window& window, TargetElement& target);
    Task<> drain(Call call, Window& window, TargetElement& target, SyncFlag flag);
    Task<> drain_all(Call call, Window& window, SyncFlag flag);
    Task<> await_acks_due(Call call, Window& window, TargetElement& target);

    // ---- lock_all.cpp
    Task<> fall_back(Call call, Window& window);
    void ask_next(Window& window);
    Task<> unlock_active_targets(Window& window);
    Task<> unlock_every_process(Window& window);
    Task<> await_completion(Call call, Window& window);

    // ---- flush.cpp
    void require_passive_epoch(Call call, const Window& window) const;
    Task<> flush_target(Call call, Window& window, Rank rank, SyncFlag flag);
    Task<> flush_targets(Call call, Window& window, SyncFlag flag);
    Task<> ask_and_await(Call call, Window& window, Packet packet);

    // ---- piggyback.cpp: what is held back, and what rides on what
    bool is_short(const Operation& operation) const;
    bool may_ride_alone(const TargetElement& target) const;
    bool held_back(const TargetElement& target) const;
    bool raise_sync(TargetElement& target, SyncFlag flag);
    PacketFlag closing_flag(const TargetElement& target) const;
    PacketFlag riding_flags(const TargetElement& target, bool closing_may_ride) const;

    // ---- progress.cpp: ISSUE_OPS, CLEANUP_OPS and MAKE_RMA_PROGRESS, for a target, a window, the process
    bool may_issue(const Window& window, const TargetElement& target) const;
    bool must_keep_order(const TargetElement& target) const;
    bool issue_step(Window& window, TargetElement& target);
    bool issue_under_called_lock(Window& window, TargetElement& target);
    void issue_op(Window& window, TargetElement& target, PacketFlag riding);
    Packet operation_packet(const Window& window, const OperationElement& op, PacketFlag flags);
    void complete_op(Window& window, OperationElement& op);
    bool send_closing(Window& window, TargetElement& target);
    void ask_acknowledgement(Window& window, Packet& packet);
    void ask_acknowledgement(Window& window, TargetElement& target, Packet& packet);
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
    void free_idle_targets(Window& window);
    void retire_if_idle(Window& window, TargetElement& target);
    // Nobody but the element counts its acknowledgements: it stays until they have come.
    bool counts_own_acks(const Window& window) const;

    // ---- restore.cpp: how to get an element when there is none
    struct Pick {
        Window* window = nullptr;
        TargetElement* target = nullptr;
    };
    Task<OperationElement*> obtain_op(Call call, Window& window);
    Task<TargetElement*> obtain_target(Call call, Window& window, Rank rank);
    TargetState state_of_new_target(Call call, const Window& window) const;
    Task<> restore_op(Call call, Window& window);
    Task<> restore_target(Call call, Window& window);
    Task<> empty_and_free(Call call, Pick pick);
    Pick pick_removable(Window& first);
    Window* lock_all_with_elements();
    template <class Eligible>
    Pick pick_target(Window& first, const PoolSize& pool, Eligible eligible);
    static bool removable(const Window& window, const TargetElement& target);

    // ---- origin_side.cpp: replies
    void on_reply(Window& window, const Packet& packet);
    void on_grant(Window& window, TargetElement* target, const Packet& packet);
    void on_acknowledgement(Window& window, TargetElement* target, const Packet& packet);
    static void note_own_ack(Window& window, TargetElement& target, std::uint32_t closing);
    void complete_fetch(Window& window, const Packet& packet);
    void resend_first(Window& window, TargetElement& target);

    // ---- target_side.cpp: requests
    void on_request(Window& window, const Packet& packet);
    void queue_lock_request(Window& window, const Packet& packet, LockType type);
    void execute(Window& window, const Packet& packet, bool lock_granted_now);
    Payload apply(const Packet& packet);
    void reply(Window& window, const Packet& request, Payload data, bool grant);
    void release_lock(Window& window, Rank holder);
    void grant_waiting(Window& window);

    // ---- awaited.cpp
    void add_awaited_of(const Window& window, const TargetElement& target, AwaitedRanks& awaited) const;
    void add_awaited_elements(const WaitReason& reason, AwaitedRanks& awaited) const;
    void add_awaited_of_all(const WaitReason& reason, AwaitedRanks& awaited) const;

    // ---- engine.cpp
    void set_state(Call call, Window& window, WindowState state);
    void set_exposure(Call call, Window& window, WindowState state);
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
    bool ordered_;  // of the transport
    // Calls inside a RESTORE routine right now. While there are any, no operation is held back for the user's next call
    // (design, "Performance optimizations", last paragraph).
    std::uint32_t shortage_ = 0;
    WaitList waits_;
    std::vector<Window> windows_;  // never grows after construction: suspended calls hold references
    Slab<OperationElement> ops_;
    Slab<TargetElement> targets_;
    PoolLevelCounter global_ops_;
    PoolLevelCounter global_targets_;
    RequestTable requests_;
    TwoSided two_sided_;
};

}  // namespace rmasim::newrma
