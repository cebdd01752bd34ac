#include "sim/scenario/families/ch3/reports.h"

namespace rmasim::sim {

namespace {

LockAtTarget lock_waiting_at(const ch3::Window& window) {
    LockAtTarget lock;
    lock.window = window.id;
    lock.holders = window.lock.holders();
    if (window.lock.is_exclusive() && !lock.holders.empty()) lock.exclusive_holder = lock.holders.front();
    for (std::size_t index = 0; index < window.lock.waiting(); ++index) {
        const Packet& request = window.lock.entry(index).request;
        const LockType type = ch3::lock_type_of(request);
        lock.requests.push_back({request.source, type, type == LockType::shared});
    }
    return lock;
}

// True if the target answers the packet. The target does not answer a PUT or ACC without flags.
bool asks_for_answer_in_ch3(const Packet& packet) {
    if (packet.kind == ch3::kind::decr_at_counter) return has(packet.flags, ch3::flag::flush);
    if (packet.kind == PacketKind::put || packet.kind == PacketKind::accumulate) {
        return has(packet.flags, ch3::flag::any_lock | ch3::flag::asks_ack);
    }
    return ch3::packet_vocabulary.is_request(packet.kind);
}

}  // namespace

std::vector<LockAtTarget> locks_waiting_at(const ch3::Engine& target) {
    std::vector<LockAtTarget> locks;
    for (const ch3::Window& window : target.windows()) {
        if (window.lock.waiting() > 0) locks.push_back(lock_waiting_at(window));
    }
    return locks;
}

Rank awaited_by_ibarrier(const ch3::Engine& engine, WindowId id) {
    const ch3::Window& window = engine.windows()[id];
    if (window.ibarriers_pending == 0) return no_rank;
    return window.group().member(window.ibarrier.missing_from(window.oldest_ibarrier()));
}

bool is_missed_in_ch3(Rank rank, const AwaitedRank& awaited, const Packet& lost) {
    const bool to_waiter = lost.target == rank && lost.source == awaited.rank;
    const bool from_waiter = lost.source == rank && lost.target == awaited.rank;
    switch (awaited.what) {
        case Awaited::barrier:
            return to_waiter && (lost.kind == PacketKind::barrier || lost.kind == ch3::kind::ibarrier ||
                                 lost.kind == ch3::kind::node_barrier);
        case Awaited::reduction: return to_waiter && lost.kind == ch3::kind::reduce_scatter;
        case Awaited::message:
        case Awaited::receive:
        case Awaited::collective: return is_missed_message(lost, rank, awaited);
        case Awaited::post: return to_waiter && lost.kind == ch3::kind::post;
        case Awaited::complete:
            return (lost.target == rank && ch3::lowers_counter(lost)) || (to_waiter && ch3::unlocks(lost));
        default:
            return (to_waiter && ch3::packet_vocabulary.is_reply(lost.kind)) ||
                   (from_waiter && asks_for_answer_in_ch3(lost));
    }
}

}  // namespace rmasim::sim
