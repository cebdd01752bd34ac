// Settings that were written where they do not belong: "slots" is protocol.slots.
#pragma once

#include "sim/scenario/json/errors.h"

namespace rmasim::sim {

// To unknown keys that are settings at another place, in this error and those found with it, adds that place.
void name_known_locations(BadInput& error);

}  // namespace rmasim::sim
