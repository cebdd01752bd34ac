// What ./rmasim builds first is a program that only runs scenarios (decision 0087). When more is asked of it, it hands
// its arguments back to the launcher, which builds the whole program and starts that instead.
#pragma once

namespace rmasim::sim {

// Raised in the first program (without_explorer.cpp) before anything was printed.
struct WholeProgramNeeded {};

// Replaces this process by the launcher, with the same arguments. Returns, as an exit code, only if that is not
// possible.
int become_launcher(char** argv);

}  // namespace rmasim::sim
