// Properties of a scenario that follow from its compiled programs.
#pragma once

#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

// Sets the members of the scenario that depend on its programs. In each window, these are `by_call` (a program creates
// the window) and `always` (no program creates or frees the window). In the scenario, this is `threads_may_block`.
void note_uses(Scenario& scenario);

}  // namespace rmasim::sim
