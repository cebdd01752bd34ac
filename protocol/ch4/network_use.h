// The operations that the network executes for a window. They depend on the kind of the window, the settings, and the
// nodes of its members (CH4-NATIVE-1, CH4-NATIVE-5, CH4-NATIVE-7, CH4-NATIVE-9, CH4-NODE-2).
#pragma once

#include "protocol/base/operation.h"
#include "protocol/base/world.h"
#include "protocol/ch4/config.h"
#include "protocol/parts/groups/window_group.h"

namespace rmasim::ch4 {

struct NetworkUse {
    bool put_get = false;         // the network executes puts and gets
    bool atomics = false;         // the network executes accumulates for which it has atomic operations
    bool marks = false;           // flushes concern marked endpoints or the worker (UCX); otherwise the window (OFI)
    bool own_at_once = false;     // accumulates on the own window are executed at once, without a packet
    bool direct_on_node = false;  // puts and gets on windows of the own node access memory, without a packet
    bool direct_accumulates = false;  // so do accumulates
};

NetworkUse network_use(const Config& config, const World& world, const WindowGroup& members, bool shared, bool dynamic);

// True if the network may execute the accumulate. The result also depends on the operations that other processes may
// use concurrently (CH4-NATIVE-7).
bool is_atomic_in_network(const Config& config, const NicAtomics& network, const Operation& operation);

}  // namespace rmasim::ch4
