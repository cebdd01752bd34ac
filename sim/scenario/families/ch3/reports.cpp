#include "sim/scenario/families/ch3/reports.h"

#include "protocol/ch3/engine.h"

namespace rmasim::sim {

namespace {

const ch3::Engine& engine_of(const Process& process) { return static_cast<const ch3::Engine&>(process); }

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

std::vector<LockAtTarget> Ch3Reports::locks_awaited(const Process& target) const {
    std::vector<LockAtTarget> locks;
    for (const ch3::Window& window : engine_of(target).windows()) {
        if (window.lock.waiting() > 0) locks.push_back(lock_waiting_at(window));
    }
    return locks;
}

// The process may have freed the window already: a rank that is in WIN_FREE waits for its last packet.
Rank Ch3Reports::awaited_in_background(const Process& process, WindowId id) const {
    const ch3::Window* const window = engine_of(process).windows().find(id);
    if (window == nullptr || window->ibarriers_pending == 0) return no_rank;
    return window->group().member(window->ibarrier.missing_from(window->oldest_ibarrier()));
}

bool Ch3Reports::loss_explains(const SuspectedLoss& lost) const {
    const Packet& packet = lost.packet;
    const bool to_waiter = lost.to_waiter(), from_waiter = lost.from_waiter();
    switch (lost.awaited.what) {
        case Awaited::barrier:
            return to_waiter && (packet.kind == PacketKind::barrier || packet.kind == ch3::kind::ibarrier ||
                                 packet.kind == ch3::kind::node_barrier);
        case Awaited::reduction: return to_waiter && packet.kind == ch3::kind::reduce_scatter;
        case Awaited::post: return to_waiter && packet.kind == ch3::kind::post;
        case Awaited::complete:
            return (packet.target == lost.rank && ch3::lowers_counter(packet)) || (to_waiter && ch3::unlocks(packet));
        default:
            return (to_waiter && ch3::packet_vocabulary.is_reply(packet.kind)) ||
                   (from_waiter && asks_for_answer_in_ch3(packet));
    }
}

}  // namespace rmasim::sim
