#include "sim/scenario/families/oldqueue/reports.h"

#include "protocol/oldqueue/engine.h"

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

std::vector<LockAtTarget> OldQueueReports::locks_awaited(const Process& process) const {
    const auto& target = static_cast<const oldqueue::Engine&>(process);
    std::vector<LockAtTarget> locks;
    for (const Window& window : target.windows()) {
        LockAtTarget lock = lock_of(target, window);
        if (!lock.requests.empty()) locks.push_back(std::move(lock));
    }
    return locks;
}

bool OldQueueReports::loss_explains(const SuspectedLoss& lost) const {
    const PacketKind kind = lost.packet.kind;
    const bool to_waiter = lost.to_waiter(), from_waiter = lost.from_waiter();
    switch (lost.awaited.what) {
        case Awaited::barrier: return to_waiter && kind == PacketKind::barrier;
        case Awaited::window_info:
            return (to_waiter && kind == oldqueue::kind::win_info) ||
                   (from_waiter && kind == oldqueue::kind::win_info_ask);
        case Awaited::complete:
        case Awaited::op_counts: return to_waiter && (oldqueue::completes(lost.packet) || is_awaited(kind));
        default:
            return (to_waiter && (oldqueue::packet_vocabulary.is_reply(kind) || is_awaited(kind))) ||
                   (from_waiter && (is_awaited(kind) || kind == oldqueue::kind::cts));
    }
}

}  // namespace rmasim::sim
