// The rule that decides which of two events of the same time is executed first. Only the order at one node matters,
// since events of two nodes at the same time do not interact. So the rule need not define a total order of all events:
//
//   1. first, the event of the lesser kind (in the order of EventKind);
//   2. if both are packets that reach a NIC, the packet of the lesser sender; if both are packets that are delivered, a
//      packet of another rank before a packet that the rank has sent to itself;
//   3. otherwise, the event that was scheduled first.
//
// A node schedules all its events itself, except for packets that reach its NIC. So the order of events at a node does
// not depend on the order in which the nodes are executed (node_queue.h).
#pragma once

#include "sim/machine/engine/event.h"

#include <cstdint>

namespace rmasim::sim {

// A number that combines an event's kind and its packet's sender. If two events at one node have the same time, the
// event with the lesser tie is executed first.
using Tie = std::uint64_t;
inline constexpr unsigned tie_bits = 40;

// Returns the kind that the tie of an event of kind `kind` contains. For both kinds of departure the result is the
// same, so a rank's packets depart in the order in which the rank sends them.
constexpr EventKind kind_in_ties(EventKind kind) {
    return kind == EventKind::depart_from_memory ? EventKind::depart : kind;
}

// True if the tie of events of this kind depends on the sender of their packet.
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
