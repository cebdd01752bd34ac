// Operations that a target's NIC executes without the target's process (protocol/base/nic.h).
#pragma once

#include "protocol/base/world.h"

namespace rmasim::sim {

// Executes a request that has arrived, reports it to `observer`, and releases its payload. Returns the answer, which
// the NIC sends back.
Packet carry_out_by_nic(Memory& memory, Observer& observer, const Packet& request);

}  // namespace rmasim::sim
