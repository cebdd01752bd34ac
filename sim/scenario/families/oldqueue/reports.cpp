#include "sim/scenario/families/oldqueue/reports.h"

namespace rmasim::sim {

namespace {

using oldqueue::Request;
using oldqueue::Window;

// True if the packet waits until no other process holds the window's lock. Operations of active-target epochs wait for
// the lock, as requests for the lock do (OQ-LOCK-4).
bool waits_for_free_window(const Window& window, const Packet& packet) {
    const oldqueue::Need::Kind need = oldqueue::part(packet).need.kind;
    const bool active = need == oldqueue::Need::Kind::fence || need == oldqueue::Need::Kind::access;
    return active && !window.lock.is_free() && !window.lock.holds(packet.source);
}

LockAtTarget lock_of(const oldqueue::Engine& target, const Window& window) {
    LockAtTarget lock;
    lock.window = window.id;
    lock.exclusive_holder = window.lock.exclusive_holder();
    lock.holders = window.lock.shared_holders();
    if (lock.exclusive_holder != no_rank) lock.holders = {lock.exclusive_holder};
    for (const Request* request = target.queue().first(); request != nullptr; request = request->next) {
        const Packet& packet = request->packet;
        if (packet.window != window.id) continue;
        if (oldqueue::asks_for_lock(packet)) {
            lock.requests.push_back({packet.source, oldqueue::lock_type_of(packet)});
        } else if (waits_for_free_window(window, packet)) {
            lock.requests.push_back({packet.source, LockType::exclusive});
        }
    }
    if (window.own_request) lock.requests.push_back({target.rank(), *window.own_request});
    return lock;
}

// True if a rank may wait for an answer to a packet of this kind. This is so for every request, because one answer may
// be for several PUTs and ACCs.
bool is_awaited(PacketKind kind) { return oldqueue::packet_vocabulary.is_request(kind); }

}  // namespace

std::vector<LockAtTarget> locks_in_queue_of(const oldqueue::Engine& target) {
    std::vector<LockAtTarget> locks;
    for (const Window& window : target.windows()) {
        LockAtTarget lock = lock_of(target, window);
        if (!lock.requests.empty()) locks.push_back(std::move(lock));
    }
    return locks;
}

bool is_missed_in_queue(Rank rank, const AwaitedRank& awaited, const Packet& lost) {
    const bool to_waiter = lost.target == rank && lost.source == awaited.rank;
    const bool from_waiter = lost.source == rank && lost.target == awaited.rank;
    switch (awaited.what) {
        case Awaited::barrier: return to_waiter && lost.kind == PacketKind::barrier;
        case Awaited::window_info:
            return (to_waiter && lost.kind == oldqueue::kind::win_info) ||
                   (from_waiter && lost.kind == oldqueue::kind::win_info_ask);
        case Awaited::message:
        case Awaited::receive:
        case Awaited::collective: return is_missed_message(lost, rank, awaited);
        case Awaited::complete:
        case Awaited::op_counts: return to_waiter && (oldqueue::completes(lost) || is_awaited(lost.kind));
        default:
            return (to_waiter && (oldqueue::packet_vocabulary.is_reply(lost.kind) || is_awaited(lost.kind))) ||
                   (from_waiter && (is_awaited(lost.kind) || lost.kind == oldqueue::kind::cts));
    }
}

}  // namespace rmasim::sim
