// Hints for settings at a wrong location: "slots" is protocol.slots.
#pragma once

#include "sim/scenario/json/errors.h"

namespace rmasim::sim {

// Adds hints to errors about unknown keys: if the key is a setting at another location, the message names that
// location. Also changes the error's `others`.
void name_known_locations(BadInput& error);

}  // namespace rmasim::sim
