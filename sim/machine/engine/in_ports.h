// The interface to the ports through which packets enter nodes. The event queue by node uses this interface
// (NodePartition::ports).
#pragma once

#include "protocol/base/packet.h"
#include "sim/machine/engine/time.h"

namespace rmasim::sim {

// Each node has a port that transfers one packet after the other.
class InPorts {
public:
    virtual ~InPorts() = default;
    // Transfers a packet through the port of its target's node. The packet's first byte arrives at `now`. For each
    // node, the calls are in the order of `now`. Returns the time when the last byte has passed the port. The returned
    // time is later than the one for the node's previous packet.
    virtual Time receive(const Packet& packet, Time now) = 0;
};

}  // namespace rmasim::sim
