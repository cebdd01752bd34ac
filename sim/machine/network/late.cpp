#include "sim/machine/network/late.h"

#include "sim/machine/platform/bandwidth.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

// The random stream of target 0. The streams of all targets differ from the streams of ranks, and from those of
// reorder.cpp.
constexpr std::uint64_t late_stream = std::uint64_t{1} << 58;

}  // namespace

LateNetwork::LateNetwork(const FaultSettings& faults, std::uint64_t seed, const Platform& platform, EventLoop& loop,
                         Arrival& arrival, const MakeInner& make_inner)
    : faults_(faults), platform_(platform), loop_(loop), arrival_(arrival), jitter_(seed, late_stream),
      inner_(make_inner(*this)) {
    for (const Pause& stall : faults.stalls) {
        NodeId last = -1;
        for (Rank rank = 0; platform.node_of(rank) < platform.nodes(); ++rank) {
            const NodeId node = platform.node_of(rank);
            if (node == last || !stall.ranks.contains(rank)) continue;
            stalls_[node].add(stall);
            last = node;
        }
    }
}

void LateNetwork::send(const Packet& packet, Time depart, CompletionNotice notice) {
    const Pauses* const stalls = stalls_of(packet, packet.source);
    inner_->send(packet, stalls == nullptr ? depart : stalls->after(depart), notice);
}

void LateNetwork::handle(Event event, Time now) {
    if (event.kind() == EventKind::deliver_delayed) {
        arrival_.arrived(event.packet(), now);
    } else {
        inner_->handle(event, now);
    }
}

void LateNetwork::arrived(const Packet& packet, Time now) {
    if (!may_be_late(packet)) return arrival_.arrived(packet, now);
    Time time = later(now, delay_of(packet));
    if (const Pauses* const stalls = stalls_of(packet, packet.target)) time = stalls->after(time);
    Time& last = last_[{packet.source, packet.target}];
    last = std::max(last, time);
    loop_.schedule(last, EventKind::deliver_delayed, packet);
}

// True if packets of this pair of ranks may be delayed. The result is the same for all packets of a pair. Otherwise a
// packet on time could overtake a delayed packet.
bool LateNetwork::may_be_late(const Packet& packet) const {
    return stalls_of(packet, packet.target) != nullptr ||
           std::any_of(faults_.delays.begin(), faults_.delays.end(), [&](const PairDelay& delay) {
               return delay.from.contains(packet.source) && delay.to.contains(packet.target);
           });
}

Time LateNetwork::delay_of(const Packet& packet) {
    Time sum = 0;
    Random& random = jitter_.of(packet.target);
    for (const PairDelay& delay : faults_.delays) {
        if (!delay.from.contains(packet.source) || !delay.to.contains(packet.target)) continue;
        const auto jitter = random.below(static_cast<std::uint64_t>(from_ns(delay.jitter_ns)) + 1);
        sum = later(sum, later(from_ns(delay.delay_ns), static_cast<Time>(jitter)));
    }
    return sum;
}

// Returns the stalls of the NIC that the packet passes at `rank`. Null if that NIC never stalls, and for packets within
// a node.
const Pauses* LateNetwork::stalls_of(const Packet& packet, Rank rank) const {
    if (stalls_.empty() || platform_.node_of(packet.source) == platform_.node_of(packet.target)) return nullptr;
    const auto found = stalls_.find(platform_.node_of(rank));
    return found == stalls_.end() ? nullptr : &found->second;
}

}  // namespace rmasim::sim
