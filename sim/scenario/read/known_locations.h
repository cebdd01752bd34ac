// Hints for settings at a wrong location. Example: the hint for "slots" names protocol.slots.
#pragma once

#include "sim/scenario/json/errors.h"

namespace rmasim::sim {

// Adds hints to errors about unknown keys. If the key is a setting that belongs to another location, the message names
// that location. The function also changes the error's `others`.
void name_known_locations(BadInput& error);

}  // namespace rmasim::sim
