// The way between two ranks of one node: no NIC, but a memory port each way, so packets follow one another.
// Both network models share it.
#pragma once

#include "sim/engine/time.h"
#include "sim/network/ports.h"

namespace rmasim::sim {

class MemoryPath {
public:
    explicit MemoryPath(const Platform& platform)
        : route_(platform.within_node()), ports_(platform.nodes(), 0, route_.femtoseconds_per_byte) {}

    // The packet's first byte reaches the other side at the time returned.
    Time transmit(NodeId node, Time depart, std::uint64_t bytes) {
        return later(ports_.transmit(node, depart, bytes), route_.latency);
    }

    // The packet is whole at the time returned.
    Time receive(NodeId node, Time now, std::uint64_t bytes) {
        return ports_.receive(node, now, bytes, route_.femtoseconds_per_byte);
    }

private:
    Route route_;
    Ports ports_;
};

}  // namespace rmasim::sim
