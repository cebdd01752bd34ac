// Settings that 0.3.0 renamed: the names of 0.2.0 are accepted until 0.4.0, and shown nowhere.
#pragma once

#include "sim/scenario/json/json.h"

namespace rmasim::sim {

// True if the scenario uses an old name: "mended" (now "fixed") in "protocol" or in "windows.NAME.protocol".
bool has_old_names(const Json& scenario);

// Replaces the old names of a scenario or a merge patch. An old name replaces the value of the new one: files are
// renamed when they are read, so an old name that occurs later stems from a later change, such as `--set`.
void replace_old_names(Json& scenario);

}  // namespace rmasim::sim
