// The request for the whole program. ./rmasim first builds a small program, the first program, which only runs
// scenarios of the default family (decision 0087). The first program may find that a command needs more. It then
// returns the command's arguments to the launcher, which builds and runs the whole program.
#pragma once

namespace rmasim::sim {

// The exception by which the first program (sim/frontend/cli/first_program.cpp) ends. It is raised before any output.
struct WholeProgramNeeded {};

// Raises WholeProgramNeeded in the first program, and does nothing in the whole program. The reader calls the function
// when a scenario needs a feature that the first program does not have: another family, or SimGrid.
void need_whole_program();

}  // namespace rmasim::sim
