// The path of packets between two ranks of one node, through the node's memory. Each node has an out port and an in
// port for this path. These ports replace the NIC. A port transfers one packet at a time. Both network models (loggp.h,
// flow.h) use this path.
#pragma once

#include "sim/machine/engine/time.h"
#include "sim/machine/network/ports.h"

#include <optional>

namespace rmasim::sim {

class MemoryPath {
public:
    explicit MemoryPath(const Platform& platform) : nodes_(platform.nodes()), route_(platform.within_node()) {}

    // Returns the time when the packet's first byte reaches the node's in port.
    Time transmit(NodeId node, Time depart, std::uint64_t bytes) {
        return later(ports().transmit(node, depart, bytes), route_.latency);
    }

    // Returns the time when the last byte of the packet that was transmitted last has left the node's out port.
    Time last_byte_out(NodeId node) const { return ports_->last_byte_out(node); }

    // Returns the time when the last byte of the packet has been received.
    Time receive(NodeId node, Time now, std::uint64_t bytes) {
        return ports().receive(node, now, bytes, route_.femtoseconds_per_byte);
    }

private:
    Ports& ports() {
        if (!ports_) [[unlikely]]
            ports_.emplace(nodes_, 0, route_.femtoseconds_per_byte);
        return *ports_;
    }

    NodeId nodes_;
    Route route_;
    std::optional<Ports> ports_;  // created when the first packet within a node is sent
};

}  // namespace rmasim::sim
