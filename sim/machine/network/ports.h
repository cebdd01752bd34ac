// The ports of all nodes: each node has an out port and an in port. A port transfers one packet at a time. In the LogGP
// model, packets wait only at ports.
#pragma once

#include "protocol/base/prefetch.h"
#include "sim/machine/engine/large_pages.h"
#include "sim/machine/engine/time.h"
#include "sim/machine/platform/bandwidth.h"
#include "sim/machine/platform/platform.h"

#include <algorithm>
#include <vector>

namespace rmasim::sim {

class Ports {
public:
    // A packet occupies a port for `gap`, and for as long as its bytes need at the port's bandwidth. The bytes pass
    // first.
    Ports(NodeId nodes, Time gap, std::int64_t femtoseconds_per_byte)
        : gap_(gap), femtoseconds_per_byte_(femtoseconds_per_byte), ports_(static_cast<std::size_t>(nodes)) {}

    // Returns the time when the first byte leaves the node. A port serves packets in the order of the calls.
    Time transmit(NodeId node, Time depart, std::uint64_t bytes) {
        Time& free = ports_[static_cast<std::size_t>(node)].out_free;
        const Time start = std::max(depart, free);
        free = later(later(start, transfer_time(bytes, femtoseconds_per_byte_)), gap_);
        return start;
    }

    // Returns the time when the last byte of the packet that was transmitted last leaves the node.
    Time last_byte_out(NodeId node) const { return ports_[static_cast<std::size_t>(node)].out_free - gap_; }

    // Returns the time when the last byte has passed the in port. Bytes pass at the bandwidth of the route or of the
    // port, whichever is lower.
    Time receive(NodeId node, Time now, std::uint64_t bytes, std::int64_t route_femtoseconds_per_byte) {
        Time& free = ports_[static_cast<std::size_t>(node)].in_free;
        const auto slower = std::max(route_femtoseconds_per_byte, femtoseconds_per_byte_);
        const Time received = later(std::max(now, free), transfer_time(bytes, slower));
        free = later(received, gap_);
        return received;
    }

    // Prefetches the memory of the node's ports, which will be used soon.
    void prefetch_for(NodeId node) const { prefetch<sizeof(Pair)>(&ports_[static_cast<std::size_t>(node)]); }

private:
    struct Pair {
        Time out_free = 0;
        Time in_free = 0;
    };

    Time gap_;
    std::int64_t femtoseconds_per_byte_;
    std::vector<Pair, ZeroPages<Pair>> ports_;
};

}  // namespace rmasim::sim
