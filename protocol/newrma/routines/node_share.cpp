#include "protocol/newrma/routines/node_share.h"

#include "protocol/newrma/routines/drain.h"
#include "protocol/newrma/routines/epoch.h"
#include "protocol/newrma/routines/mem_sync.h"
#include "protocol/newrma/routines/progress.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::newrma {

namespace {

void request_node_lock(EngineState& engine, Window& window, LockType type, Rank target, bool nocheck) {
    using State = NodeWindow::Lock::State;
    window.shared->locks.push_back({target, nocheck ? State::nocheck : State::waiting});
    if (nocheck) return;
    Packet packet = packet_to(engine, target, window, kind::lock);
    set_lock_type(packet, type);
    packet.flags = window.holder_flag();
    packet.set_why(why::on_node);
    engine.world.transport.send(packet);
}

// Returns the processes of the node that have the window; null: all of them.
const RankGroup* node_group_of(const EngineState& engine, const Window& window) {
    return window.of_all ? nullptr : engine.world.node_group(engine.rank, window.id);
}

void send_node_barrier(EngineState& engine, const Window& window, Rank node_rank, unsigned round) {
    const Rank peer = node_member(engine, window, node_rank);
    engine.world.transport.send(barrier_packet(kind::node_barrier, engine.rank, peer, window.id, round));
}

}  // namespace

Rank node_member(const EngineState& engine, const Window& window, Rank node_rank) {
    const RankGroup* const members = node_group_of(engine, window);
    return members == nullptr ? window.shared->node.first + node_rank : members->member(node_rank);
}

bool is_locked(const EngineState& engine, const Window& window, Rank target) {
    if (target != engine.rank) return window.shared->find_lock(target) != nullptr;
    return window.has_own_lock();
}

Task<> node_barrier(EngineState& engine, Call call, Window& window) {
    NodeWindow& shared = *window.shared;
    shared.barrier_under_way = shared.barrier.enter(
        [&](Rank node_rank, unsigned round) { send_node_barrier(engine, window, node_rank, round); });
    engine.waits.until({call, window.id, Awaited::barrier, no_rank},
                       [&shared] { return shared.barrier.completed(*shared.barrier_under_way); });
    co_await engine.waits;
    shared.barrier_under_way.reset();
}

void on_node_barrier(EngineState& engine, Window& window, const Packet& packet) {
    window.shared->barrier.arrived(
        packet.round, [&](Rank node_rank, unsigned round) { send_node_barrier(engine, window, node_rank, round); });
}

Task<> await_node_posts(EngineState& engine, Window& window) {
    const RankGroup* const group = group_of(engine, window);
    engine.waits.until({Call::start, window.id, Awaited::post, no_rank}, [&window, group] {
        bool complete = true;
        window.for_each_missing_on_node(group, [&](Rank) { complete = false; });
        return complete;
    });
    co_await engine.waits;
}

Task<> lock_direct(EngineState& engine, Window& window, LockType type, Rank target, bool nocheck) {
    if (is_locked(engine, window, target)) refuse_locked(target);
    request_node_lock(engine, window, type, target, nocheck);
    ++window.locks_held;
    engine.waits.until({Call::lock, window.id, Awaited::lock_granted, target}, [&window, target] {
        return window.shared->find_lock(target)->state != NodeWindow::Lock::State::waiting;
    });
    co_await engine.waits;
}

bool on_node_grant(Window& window, Rank from) {
    NodeWindow::Lock* const lock = window.shared == nullptr ? nullptr : window.shared->find_lock(from);
    if (lock == nullptr || lock->state != NodeWindow::Lock::State::waiting) return false;
    lock->state = NodeWindow::Lock::State::held;
    return true;
}

// Operations on the node are complete when their calls return, so UNLOCK waits only for the acknowledgement that the
// lock is released (NR-SHM-5).
Task<> unlock_direct(EngineState& engine, Window& window, Rank target) {
    std::vector<NodeWindow::Lock>& locks = window.shared->locks;
    const NodeWindow::Lock* const lock = window.shared->find_lock(target);
    if (lock == nullptr) refuse_unlocked(Call::unlock, target);
    const bool held = lock->state == NodeWindow::Lock::State::held;
    mem_sync(engine, window, MemSync::unlock_before);
    std::erase_if(locks, [target](const NodeWindow::Lock& one) { return one.rank == target; });
    Packet packet = packet_to(engine, target, window, kind::unlock);
    packet.set_why(why::on_node);
    if (held) co_await ask_and_await(engine, Call::unlock, window, packet);
    --window.locks_held;
    close_passive_epoch(engine, window);
}

void request_node_locks(EngineState& engine, Window& window, bool nocheck) {
    const RankGroup* const members = node_group_of(engine, window);
    const Rank size = members == nullptr ? window.shared->node.size : members->size();
    for (Rank node_rank = 0; node_rank < size; ++node_rank) {
        const Rank rank = node_member(engine, window, node_rank);
        if (rank != engine.rank) request_node_lock(engine, window, LockType::shared, rank, nocheck);
    }
}

void unlock_node(EngineState& engine, Window& window) {
    for (const NodeWindow::Lock& lock : window.shared->locks) {
        if (lock.state != NodeWindow::Lock::State::held) continue;
        Packet packet = packet_to(engine, lock.rank, window, kind::unlock);
        packet.set_why(why::on_node);
        ask_acknowledgement(window, packet);
        engine.world.transport.send(packet);
    }
    window.shared->locks.clear();
}

}  // namespace rmasim::newrma
