// Which of two events of one time is played first. Only the order at one node matters, since events of two nodes at one
// time do not touch each other. So the rule needs no order of all events:
//
//   the one of the lesser kind; among packets that reach a NIC, that of the lesser sender; among those that are
//   delivered, one of another rank before one that a rank has sent to itself; else as scheduled.
//
// All but packets that reach a NIC are scheduled by the node itself. So what one node does at one time does not depend
// on the order in which nodes are played (node_queue.h).
#pragma once

#include "sim/machine/engine/event.h"

#include <cstdint>

namespace rmasim::sim {

// Kind and sender: the lesser comes first.
using Tie = std::uint64_t;
inline constexpr unsigned tie_bits = 40;

// Packets of a rank leave in the order in which it sends them, whether it wants to know about it or not.
constexpr EventKind kind_in_ties(EventKind kind) {
    return kind == EventKind::depart_from_memory ? EventKind::depart : kind;
}

// Of kinds whose ties depend on the sender of a packet.
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
