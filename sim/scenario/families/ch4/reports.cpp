#include "sim/scenario/families/ch4/reports.h"

namespace rmasim::sim {

namespace {

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

std::vector<LockAtTarget> locks_waiting_at(const ch4::Engine& target) {
    std::vector<LockAtTarget> locks;
    for (const ch4::Window& window : target.windows()) {
        if (!window.lock.waiting().empty()) locks.push_back(lock_waiting_at(window));
    }
    return locks;
}

std::vector<Rank> data_awaited_at(const ch4::Engine& target) {
    std::vector<Rank> origins;
    for (const ch4::WaitingAccumulate& one : target.accumulates()) {
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

// True if `rank` waits because `lost` was lost. Every request has an answer, so the loss of the request or of the
// answer may be the reason. The loss of an UNLOCK delays the answers to other ranks that request the lock.
bool is_missed_in_ch4(Rank rank, const AwaitedRank& awaited, const Packet& lost) {
    const bool to_waiter = lost.target == rank && lost.source == awaited.rank;
    const bool from_waiter = lost.source == rank && lost.target == awaited.rank;
    switch (awaited.what) {
        case Awaited::barrier: return to_waiter && lost.kind == PacketKind::barrier;
        case Awaited::message:
        case Awaited::receive:
        case Awaited::collective: return is_missed_message(lost, rank, awaited);
        case Awaited::post: return to_waiter && lost.kind == ch4::kind::post;
        case Awaited::complete: return to_waiter && lost.kind == ch4::kind::complete;
        default:
            return holds_up_accumulates(lost, awaited.rank) ||
                   (to_waiter && ch4::packet_vocabulary.is_reply(lost.kind)) ||
                   (from_waiter && ch4::packet_vocabulary.is_request(lost.kind));
    }
}

}  // namespace rmasim::sim
