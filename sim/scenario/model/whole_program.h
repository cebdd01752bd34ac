// What ./rmasim builds first is a program that only runs scenarios of the default family (decision 0087). When more is
// asked of it, it hands its arguments back to the launcher, which builds the whole program and starts that instead.
#pragma once

namespace rmasim::sim {

// Raised in the first program (sim/frontend/cli/first_program.cpp) before anything was printed.
struct WholeProgramNeeded {};

// Called where the first program lacks something that only the scenario tells: another family, SimGrid. Raises
// WholeProgramNeeded there, and does nothing elsewhere.
void need_whole_program();

}  // namespace rmasim::sim
