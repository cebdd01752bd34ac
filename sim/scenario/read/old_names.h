// Settings that version 0.3.0 renamed. The names of version 0.2.0 are accepted until version 0.4.0. No output uses the
// old names.
#pragma once

#include "sim/scenario/json/json.h"

namespace rmasim::sim {

// True if the scenario uses the old name "mended" of the setting "fixed", in "protocol" or in "windows.NAME.protocol".
bool has_old_names(const Json& scenario);

// Replaces the old names of a scenario or a merge patch by the new ones. If both names are present, the value of the
// old name counts: the reader renames a file's settings at once, so an old name next to a new one is from a later
// change, such as `--set`.
void replace_old_names(Json& scenario);

}  // namespace rmasim::sim
