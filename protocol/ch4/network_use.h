// What the network does for a window, by its kind, the settings and the places of its members (CH4-NATIVE-1,
// CH4-NATIVE-5, CH4-NATIVE-7, CH4-NATIVE-9).
#pragma once

#include "protocol/base/operation.h"
#include "protocol/base/world.h"
#include "protocol/ch4/config.h"
#include "protocol/parts/window_group.h"

namespace rmasim::ch4 {

struct NetworkUse {
    bool put_get = false;      // it carries out puts and gets
    bool atomics = false;      // and accumulates, as far as it can
    bool marks = false;        // flushes are of marked endpoints or of the worker; otherwise of the window
    bool own_at_once = false;  // accumulates on the own window are not sent
};

NetworkUse network_use(const Config& config, const World& world, const WindowGroup& members, bool shared, bool dynamic);

// Whether the network may carry out the accumulate: not only this one matters, but also what others may use
// (CH4-NATIVE-7).
bool is_atomic_in_network(const Config& config, const NicAtomics& network, const Operation& operation);

}  // namespace rmasim::ch4
