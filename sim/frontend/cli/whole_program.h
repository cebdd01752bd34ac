// How the first program (sim/scenario/model/whole_program.h) hands on what it cannot do.
#pragma once

#include "sim/scenario/model/whole_program.h"

namespace rmasim::sim {

// Replaces this process by the launcher, with the same arguments. Returns, as an exit code, only if that is not
// possible.
int become_launcher(char** argv);

}  // namespace rmasim::sim
