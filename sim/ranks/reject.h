// Complaints about values that only a run can know.
#pragma once

#include "sim/input/json/errors.h"
#include "sim/ranks/thread.h"

namespace rmasim::sim {

// `what`: the member of the call that has the value.
[[noreturn]] inline void reject(const Thread& thread, const Instruction& at, const std::string& what,
                                const std::string& found, const std::string& allowed) {
    const std::string place = thread.program->places[at.place] + '.' + what;
    throw BadInput(place + " (" + thread.name() + ')', found, allowed);
}

}  // namespace rmasim::sim
