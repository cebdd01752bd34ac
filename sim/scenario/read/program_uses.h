// Properties of a scenario that follow from its compiled programs.
#pragma once

#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

// Sets the members that depend on programs: `by_call` and `always` of the windows, and `threads_may_block`.
void note_uses(Scenario& scenario);

}  // namespace rmasim::sim
