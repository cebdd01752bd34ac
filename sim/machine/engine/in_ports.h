// The ports through which packets come to nodes, as the event queue by node sees them (NodePartition::ports).
#pragma once

#include "protocol/base/packet.h"
#include "sim/machine/engine/time.h"

namespace rmasim::sim {

// Each node has a port that lets one packet after the other through.
class InPorts {
public:
    virtual ~InPorts() = default;
    // The first byte reaches the port of the packet's target at `now`; by node, in the order of the calls. Returns when
    // the last one is through: later than for the packet before.
    virtual Time receive(const Packet& packet, Time now) = 0;
};

}  // namespace rmasim::sim
