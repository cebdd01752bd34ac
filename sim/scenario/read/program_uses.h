// What follows for a scenario from its compiled programs.
#pragma once

#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

// Notes which windows programs create or free, and whether threads meet.
void note_uses(Scenario& scenario);

}  // namespace rmasim::sim
