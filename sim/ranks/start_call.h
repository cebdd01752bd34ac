// From a prepared call to a task of the process.
#pragma once

#include "sim/ranks/interpreter.h"

namespace rmasim::sim {

// The task is not started. What the call gives back (a request, a test's answer) goes into a variable of `thread`,
// which outlives the task.
Task<> start_call(Process& process, Thread& thread, PreparedCall call);

}  // namespace rmasim::sim
