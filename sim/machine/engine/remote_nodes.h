// Nodes that other processes simulate: the event loop's interface to them. Packets are sent to them and received from
// them, and all processes simulate the same slice at the same time (node_queue.h).
#pragma once

#include "protocol/base/packet.h"
#include "sim/machine/engine/time.h"

#include <cstdint>
#include <limits>

namespace rmasim::sim {

// Sentinel: no next slice, because no process has events left.
inline constexpr std::int64_t no_next_slice = std::numeric_limits<std::int64_t>::max();

// Receives packets from other processes. All of them are due in later slices than the current one.
class RemotePacketSink {
public:
    virtual ~RemotePacketSink() = default;
    // `packet` reaches the NIC of its target at `time`. This process simulates the target's node. The packet is copied.
    virtual void receive_packets(Time time, const Packet& packet) = 0;
};

class RemoteNodes {
public:
    virtual ~RemoteNodes() = default;
    // Sends a packet that reaches the NIC of its target at `time`, in `slice`. May pass packets that have arrived
    // meanwhile to `incoming`.
    virtual void send(std::int64_t slice, Time time, const Packet& packet, RemotePacketSink& incoming) = 0;
    // Passes the packets that have arrived to `incoming`.
    virtual void receive_packets(RemotePacketSink& incoming) = 0;
    // Ends a slice. This process has executed all its events of the slice and has its next events in slice `next`.
    // Returns the first slice in which any process has events, after all packets for it have been passed to `incoming`.
    // Returns no_next_slice at the end of the run.
    virtual std::int64_t end_slice(std::int64_t next, RemotePacketSink& incoming) = 0;
};

}  // namespace rmasim::sim
