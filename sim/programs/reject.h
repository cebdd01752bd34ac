// Errors for values of a scenario that are only determined during a run.
#pragma once

#include "sim/programs/thread.h"
#include "sim/scenario/json/errors.h"

namespace rmasim::sim {

// Raises BadInput. `what` is the key of the rejected value in the scenario, `found` is the value, and `allowed`
// describes the allowed values.
[[noreturn]] inline void reject(const Thread& thread, const Instruction& at, const std::string& what,
                                const std::string& found, const std::string& allowed) {
    const std::string location = thread.program->locations[at.location] + '.' + what;
    throw BadInput(location + " (" + thread.name() + ')', found, allowed);
}

}  // namespace rmasim::sim
