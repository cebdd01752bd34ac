// The request for the whole program. ./rmasim first builds a small program, the first program, that only runs scenarios
// of the default family (decision 0087). If a command needs more, the first program returns its arguments to the
// launcher, which builds the whole program and runs that instead.
#pragma once

namespace rmasim::sim {

// An exception of the first program (sim/frontend/cli/first_program.cpp). It is raised before any output.
struct WholeProgramNeeded {};

// Raises WholeProgramNeeded in the first program; does nothing in the whole program. It is called when a scenario turns
// out to need a feature that the first program lacks: another family, or SimGrid.
void need_whole_program();

}  // namespace rmasim::sim
