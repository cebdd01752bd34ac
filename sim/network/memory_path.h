// The path between two ranks of one node: not through a NIC, but through one memory port per direction, which passes
// one packet at a time. Both network models use it.
#pragma once

#include "sim/engine/time.h"
#include "sim/network/ports.h"

namespace rmasim::sim {

class MemoryPath {
public:
    explicit MemoryPath(const Platform& platform)
        : route_(platform.within_node()), ports_(platform.nodes(), 0, route_.femtoseconds_per_byte) {}

    // Returns when the packet's first byte reaches the other side.
    Time transmit(NodeId node, Time depart, std::uint64_t bytes) {
        return later(ports_.transmit(node, depart, bytes), route_.latency);
    }

    // When the last byte of the packet that `transmit` was called for last has left.
    Time last_byte_out(NodeId node) const { return ports_.last_byte_out(node); }

    // Returns when the whole packet has been received.
    Time receive(NodeId node, Time now, std::uint64_t bytes) {
        return ports_.receive(node, now, bytes, route_.femtoseconds_per_byte);
    }

private:
    Route route_;
    Ports ports_;
};

}  // namespace rmasim::sim
