// What the simulation schedules. Trivially copyable; lives in the event queue's pool.
#pragma once

#include "protocol/base/packet.h"

namespace rmasim::sim {

enum class EventKind : std::uint8_t {
    depart,           // the source's CPU hands the packet to the network
    reach_nic,        // the packet's first byte reaches the target's NIC (loggp) or memory port
    deliver,          // the packet is whole in the target's memory
    run_rank,         // the program of one of the rank's threads goes on
    take_turn,        // one of the rank's threads may begin its next call
    deliver_late,     // as deliver, where packets may overtake each other
    deliver_delayed,  // as deliver, where a fault keeps packets
    change_links,     // a fault changes links
    take_mutex,       // the rank asks for a mutex, which is in the packet: target, window, op
    give_back_mutex,  // the rank gives it back
    go_on_inside,     // the rank goes on with what it does under mutexes
};
constexpr bool is_of_mutex(EventKind kind) { return kind >= EventKind::take_mutex; }

struct Event {
    EventKind kind = EventKind::run_rank;
    std::uint16_t thread = 0;      // run_rank
    Rank rank = no_rank;           // run_rank, take_turn, and all of mutexes
    std::uint64_t wire_bytes = 0;  // depart, reach_nic
    Packet packet;                 // all that happen to one; mutexes
};

}  // namespace rmasim::sim
