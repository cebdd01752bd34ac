// Nodes that other processes play, as the event loop of this one sees them: packets go there and come from there, and
// all processes play the same slice (node_queue.h).
#pragma once

#include "protocol/base/packet.h"
#include "sim/machine/engine/time.h"

#include <cstdint>
#include <limits>

namespace rmasim::sim {

// The number of a slice that there is not: no process has events any more.
inline constexpr std::int64_t no_next_slice = std::numeric_limits<std::int64_t>::max();

// Where packets go that come from other processes. All are due in later slices than the one at hand.
class RemotePacketSink {
public:
    virtual ~RemotePacketSink() = default;
    // It reaches the NIC of its target, whose node is played here, at `time`. The packet is copied.
    virtual void receive_packets(Time time, const Packet& packet) = 0;
};

class RemoteNodes {
public:
    virtual ~RemoteNodes() = default;
    // The packet reaches the NIC of its target at `time`, in `slice`. May take in what has come meanwhile.
    virtual void send(std::int64_t slice, Time time, const Packet& packet, RemotePacketSink& incoming) = 0;
    // Takes in what has come.
    virtual void receive_packets(RemotePacketSink& incoming) = 0;
    // This process has played all that it has of a slice, and has its next events in `next`. Returns the first slice
    // for which any process has some, once all packets for it have been taken in; no_next_slice at the end of the run.
    virtual std::int64_t end_slice(std::int64_t next, RemotePacketSink& incoming) = 0;
};

}  // namespace rmasim::sim
