// The rule for events of the same time: which one is executed first. Only the order at one node matters, since events
// of two nodes at the same time do not interact. So the rule does not define a total order of all events:
//
//   1. the event of the lesser kind (the order of EventKind);
//   2. among packets that reach a NIC, the one of the lesser sender; among packets that are delivered, those of other
//      ranks before those that the rank has sent to itself;
//   3. else, the order of scheduling.
//
// A node schedules all its events itself, except packets that reach its NIC. So the order of events at a node does not
// depend on the order in which nodes are executed (node_queue.h).
#pragma once

#include "sim/machine/engine/event.h"

#include <cstdint>

namespace rmasim::sim {

// Kind and sender. The lesser value comes first.
using Tie = std::uint64_t;
inline constexpr unsigned tie_bits = 40;

// Both kinds of departure are the same in ties: a rank's packets leave in the order in which it sends them, with or
// without a notification.
constexpr EventKind kind_in_ties(EventKind kind) {
    return kind == EventKind::depart_from_memory ? EventKind::depart : kind;
}

// True for kinds whose ties depend on the sender of a packet.
constexpr bool has_senders_in_ties(EventKind kind) {
    return kind == EventKind::reach_nic || kind == EventKind::deliver;
}

inline Tie tie_break_key(EventKind kind, const Packet& packet) {
    Tie sender = 0;
    if (kind == EventKind::reach_nic) sender = static_cast<std::uint32_t>(packet.source);
    if (kind == EventKind::deliver) sender = packet.source == packet.target ? 1 : 0;
    return static_cast<Tie>(kind_in_ties(kind)) << 32 | sender;
}
inline Tie tie_break_key(Event event) {
    return event.has_packet() ? tie_break_key(event.kind(), event.packet()) : static_cast<Tie>(event.kind()) << 32;
}

}  // namespace rmasim::sim
