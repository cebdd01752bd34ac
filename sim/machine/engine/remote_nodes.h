// The event loop's interface to the nodes that other processes simulate. The interface sends packets to these nodes and
// receives packets from them. All processes simulate the same slice at the same time (node_queue.h).
#pragma once

#include "protocol/base/packet.h"
#include "sim/machine/engine/time.h"

#include <cstdint>
#include <limits>

namespace rmasim::sim {

// This value replaces the number of the next slice if no process has events left.
inline constexpr std::int64_t no_next_slice = std::numeric_limits<std::int64_t>::max();

// Receives packets from other processes. All of these packets reach their targets in later slices.
class RemotePacketSink {
public:
    virtual ~RemotePacketSink() = default;
    // Receives a packet that reaches the NIC of its target at `time`. This process simulates the target's node. The
    // function copies the packet.
    virtual void receive_packets(Time time, const Packet& packet) = 0;
};

class RemoteNodes {
public:
    virtual ~RemoteNodes() = default;
    // Sends a packet that reaches the NIC of its target at `time`, in `slice`. Meanwhile, packets that have arrived may
    // be passed to `incoming`.
    virtual void send(std::int64_t slice, Time time, const Packet& packet, RemotePacketSink& incoming) = 0;
    // Passes the packets that have arrived to `incoming`.
    virtual void receive_packets(RemotePacketSink& incoming) = 0;
    // Ends a slice. This process has executed all its events of the slice, and has its next events in slice `next`.
    // Returns the first slice in which any process has events. Before this function returns, it passes all packets that
    // arrive in that slice to `incoming`. Returns no_next_slice at the end of the run.
    virtual std::int64_t end_slice(std::int64_t next, RemotePacketSink& incoming) = 0;
};

}  // namespace rmasim::sim
