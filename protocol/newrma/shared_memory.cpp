// RMA + shared memory (design): operations on windows of the own node go to memory directly, and MEM_SYNC keeps them in
// order with the messages that synchronise (PROC_SYNC). Only for windows whose memory is shared; for any other these
// functions do nothing, or are not called.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

bool Engine::is_direct(const Window& window, Rank target) {
    return window.shared != nullptr && window.shared->node.contains(target);
}

void Engine::mem_sync(Window& window, MemSync place) {
    if (window.shared == nullptr) return;
    world_.memory.mem_sync(rank_, place);
    world_.observer.mem_sync(rank_, place);
}

// The opening synchronisation has seen to it that the target is ready: no state to wait for (NR-SHM-1).
Task<> Engine::op_direct(Window& window, Operation operation) {
    const Call call = call_of(operation);
    const CallsUnderWay::Entry under_way(window.calls, call);
    join_epoch(window, operation);
    if (window.state == WindowState::per_target && !is_locked(window, operation.target)) {
        throw ErroneousProgram(call, "the target is not locked");
    }
    apply_locally(window, operation);
    if (operation.request != no_request) requests_.find(operation.request)->done = true;
    co_return;
}

bool Engine::is_locked(const Window& window, Rank target) const {
    if (target != rank_) return window.shared->find_lock(target) != nullptr;
    return window.own_lock == Window::OwnLock::held || window.own_lock == Window::OwnLock::nocheck;
}

// The local BARRIER of a FENCE with NOPRECEDE (NR-SHM-2).
Task<> Engine::node_barrier(Call call, Window& window) {
    NodeWindow& shared = *window.shared;
    shared.barrier_under_way = shared.barrier.enter([&](Rank peer, unsigned round) {
        send_barrier(kind::node_barrier, window.id, shared.node.first + peer, round);
    });
    co_await progress_until({call, window.id, Awaited::barrier, no_rank},
                            [&shared] { return shared.barrier.completed(*shared.barrier_under_way); });
    shared.barrier_under_way.reset();
}

void Engine::on_node_barrier(Window& window, const Packet& packet) {
    window.shared->barrier.arrived(packet.round, [&](Rank peer, unsigned round) {
        send_barrier(kind::node_barrier, window.id, window.shared->node.first + peer, round);
    });
}

// START waits for the POSTs of its own node: from then on memory is touched without asking (NR-SHM-3).
Task<> Engine::await_node_posts(Window& window) {
    co_await progress_until({Call::start, window.id, Awaited::post, no_rank}, [&window] {
        bool complete = true;
        window.for_each_missing_on_node([&](Rank) { complete = false; });
        return complete;
    });
}

// LOCK of another process of the node: the request goes at once, and the call returns with the lock (NR-SHM-4).
Task<> Engine::lock_direct(Window& window, LockType type, Rank target, bool nocheck) {
    if (is_locked(window, target)) throw ErroneousProgram(Call::lock, "the target is locked already");
    request_node_lock(window, type, target, nocheck);
    ++window.locks_held;
    co_await progress_until({Call::lock, window.id, Awaited::lock_granted, target}, [&window, target] {
        return window.shared->find_lock(target)->state != NodeWindow::Lock::State::waiting;
    });
}

void Engine::request_node_lock(Window& window, LockType type, Rank target, bool nocheck) {
    using State = NodeWindow::Lock::State;
    window.shared->locks.push_back({target, nocheck ? State::nocheck : State::waiting});
    if (nocheck) return;
    Packet packet = packet_to(target, window, kind::lock);
    set_lock_type(packet, type);
    world_.transport.send(packet);
}

// True: the grant was of such a lock.
bool Engine::on_node_grant(Window& window, Rank from) {
    NodeWindow::Lock* const lock = window.shared == nullptr ? nullptr : window.shared->find_lock(from);
    if (lock == nullptr || lock->state != NodeWindow::Lock::State::waiting) return false;
    lock->state = NodeWindow::Lock::State::held;
    return true;
}

// Everything is complete already; what is awaited is that the lock is free again (NR-SHM-5).
Task<> Engine::unlock_direct(Window& window, Rank target) {
    std::vector<NodeWindow::Lock>& locks = window.shared->locks;
    const NodeWindow::Lock* const lock = window.shared->find_lock(target);
    if (lock == nullptr) throw ErroneousProgram(Call::unlock, "the target is not locked");
    const bool held = lock->state == NodeWindow::Lock::State::held;
    mem_sync(window, MemSync::unlock_before);
    std::erase_if(locks, [target](const NodeWindow::Lock& one) { return one.rank == target; });
    if (held) co_await ask_and_await(Call::unlock, window, packet_to(target, window, kind::unlock));
    --window.locks_held;
    close_passive_epoch(window);
}

// LOCK_ALL has all locks of the node when it returns: loads and stores ask nobody (NR-SHM-6).
Task<> Engine::lock_node(Window& window, bool nocheck) {
    const NodeRanks node = window.shared->node;
    if (!nocheck) request_own_lock(window, LockType::shared);
    for (Rank rank = node.first; rank < node.first + node.size; ++rank) {
        if (rank != rank_) request_node_lock(window, LockType::shared, rank, nocheck);
    }
    co_await progress_until({Call::lock_all, window.id, Awaited::lock_granted, no_rank}, [&window] {
        return window.own_lock != Window::OwnLock::waiting && window.shared->all_locked();
    });
}

// UNLOCK to the processes of the node; UNLOCK_ALL awaits their acknowledgements with all others.
void Engine::unlock_node(Window& window) {
    for (const NodeWindow::Lock& lock : window.shared->locks) {
        if (lock.state != NodeWindow::Lock::State::held) continue;
        Packet packet = packet_to(lock.rank, window, kind::unlock);
        ask_acknowledgement(window, packet);
        world_.transport.send(packet);
    }
    window.shared->locks.clear();
}

// An operation from another node is about to be applied. A GET reads what others of this node have exposed since this
// process looked last; the atomic operations see the newest value anyway (NR-SHM-9).
void Engine::before_applying(Window& window, const Packet& packet) {
    if (window.shared == nullptr) return;
    if (packet.kind == PacketKind::get) mem_sync(window, MemSync::apply_before);
    else window.shared->unexposed = true;
}

// What was applied is about to be acknowledged: whoever hears of that may read it here (NR-SHM-10).
void Engine::expose_applied(Window& window) {
    if (window.shared == nullptr || !window.shared->unexposed) return;
    window.shared->unexposed = false;
    mem_sync(window, MemSync::apply_after);
}

}  // namespace rmasim::newrma
