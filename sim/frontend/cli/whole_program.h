// The replacement of the first program (sim/scenario/model/whole_program.h) by the whole program.
#pragma once

#include "sim/scenario/model/whole_program.h"

namespace rmasim::sim {

// Replaces this process by the launcher, with the same arguments. The launcher then builds and runs the whole program.
// Returns an exit code only if the replacement fails.
int become_launcher(char** argv);

}  // namespace rmasim::sim
