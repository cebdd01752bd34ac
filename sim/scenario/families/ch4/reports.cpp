#include "sim/scenario/families/ch4/reports.h"

#include "protocol/ch4/engine.h"

namespace rmasim::sim {

namespace {

const ch4::Engine& engine_of(const Process& process) { return static_cast<const ch4::Engine&>(process); }

LockAtTarget lock_waiting_at(const ch4::Window& window) {
    LockAtTarget lock;
    lock.window = window.id;
    lock.holders = window.lock.holders();
    if (window.lock.is_exclusive()) lock.exclusive_holder = lock.holders.front();
    for (const ch4::WindowLock::Request& request : window.lock.waiting()) {
        lock.requests.push_back({request.origin, request.type, false});
    }
    return lock;
}

}  // namespace

std::vector<LockAtTarget> Ch4Reports::locks_awaited(const Process& target) const {
    std::vector<LockAtTarget> locks;
    for (const ch4::Window& window : engine_of(target).windows()) {
        if (!window.lock.waiting().empty()) locks.push_back(lock_waiting_at(window));
    }
    return locks;
}

std::vector<Rank> Ch4Reports::data_awaited(const Process& target) const {
    std::vector<Rank> origins;
    for (const ch4::WaitingAccumulate& one : engine_of(target).accumulates()) {
        if (!one.has_data) origins.push_back(one.packet.source);
    }
    return origins;
}

namespace {

// True if the loss leaves an accumulate without its data at the target. Later accumulates of any rank then wait for
// this accumulate.
bool holds_up_accumulates(const Packet& lost, Rank target) {
    if (ch4::dat_reqs.contains(lost.kind) && lost.target != target) return false;
    if (ch4::dt_acks.contains(lost.kind) && lost.source != target) return false;
    return (ch4::dat_reqs.contains(lost.kind) || ch4::dt_acks.contains(lost.kind)) &&
           accumulates(ch4::operation_of(lost.kind));
}

}  // namespace

bool Ch4Reports::loss_explains(const SuspectedLoss& lost) const {
    const Packet& packet = lost.packet;
    const bool to_waiter = lost.to_waiter(), from_waiter = lost.from_waiter();
    switch (lost.awaited.what) {
        case Awaited::barrier: return to_waiter && packet.kind == PacketKind::barrier;
        case Awaited::post: return to_waiter && packet.kind == ch4::kind::post;
        case Awaited::complete: return to_waiter && packet.kind == ch4::kind::complete;
        default:
            return holds_up_accumulates(packet, lost.awaited.rank) ||
                   (to_waiter && ch4::packet_vocabulary.is_reply(packet.kind)) ||
                   (from_waiter && ch4::packet_vocabulary.is_request(packet.kind));
    }
}

}  // namespace rmasim::sim
