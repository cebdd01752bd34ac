// The command that the command line selects.
#pragma once

#include "sim/frontend/cli/arguments/commands.h"

#include <functional>
#include <string>

namespace rmasim::sim {

// `subject` is the file or name with which error messages of the command begin. If `subject` is a scenario file,
// `changes` has the changes of the file. Otherwise `changes` is null.
struct Chosen {
    std::function<int()> run;
    std::string subject;
    const Changes* changes = nullptr;
};

// Runs the command, and returns its exit code. Prints an error as a line on standard error. Lets OutputFailed
// pass.
int carry_out(const Chosen& chosen);

}  // namespace rmasim::sim
