// What the simulation schedules. Trivially copyable; lives in the event queue's slab.
#pragma once

#include "protocol/base/packet.h"

namespace rmasim::sim {

enum class EventKind : std::uint8_t {
    depart,     // the source's CPU hands the packet to the network
    reach_nic,  // the packet's first byte reaches the target's NIC (loggp) or memory port
    deliver,    // the packet is whole in the target's memory
    run_rank,   // the rank's program goes on
};

struct Event {
    EventKind kind = EventKind::run_rank;
    Rank rank = no_rank;           // run_rank
    std::uint64_t wire_bytes = 0;  // depart, reach_nic
    Packet packet;                 // depart, reach_nic, deliver
};

}  // namespace rmasim::sim
