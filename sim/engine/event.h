// What the simulation schedules. Trivially copyable; lives in the event queue's pool.
#pragma once

#include "protocol/base/packet.h"

namespace rmasim::sim {

enum class EventKind : std::uint8_t {
    depart,           // the source's CPU hands the packet to the network
    reach_nic,        // the packet's first byte reaches the target's NIC (loggp) or memory port
    deliver,          // the whole packet is in the target's memory
    run_rank,         // resume the program of one of the rank's threads
    take_turn,        // one of the rank's threads may begin its next call
    deliver_late,     // like deliver, in a network that reorders packets
    deliver_delayed,  // like deliver, for a packet that a fault delayed
    change_links,     // a fault changes links
    take_mutex,       // the rank requests a mutex, named by the packet: target, window, op
    give_back_mutex,  // the rank releases it
    go_on_inside,     // resume what the rank does while it holds mutexes
    // The values are in digests: new kinds come last.
    depart_from_memory,  // like depart, for a packet whose source is to know when its data have left
    data_sent,           // they have
    wake_agent,          // the rank's agent looks
};
constexpr bool is_rare(EventKind kind) { return kind >= EventKind::take_mutex; }
constexpr bool is_of_mutex(EventKind kind) { return is_rare(kind) && kind <= EventKind::go_on_inside; }

struct Event {
    EventKind kind = EventKind::run_rank;
    std::uint16_t thread = 0;      // run_rank
    Rank rank = no_rank;           // run_rank, take_turn, wake_agent and the kinds about mutexes
    std::uint64_t wire_bytes = 0;  // depart, reach_nic
    Packet packet;                 // the kinds about packets and mutexes
};

}  // namespace rmasim::sim
