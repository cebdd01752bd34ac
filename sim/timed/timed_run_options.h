// The options of a run with a clock.
#pragma once

#include "sim/timed/counts/breakdown.h"

#include <functional>

namespace rmasim::sim {

class TimedRun;
class Trace;

struct TimedRunOptions {
    Trace* trace = nullptr;  // must outlive the run; null: no trace
    bool check = false;      // checks all invariants; the run ends at the first violation
    Breakdowns by{};         // the breakdowns of the result
    // Called regularly between events; may throw RunInterrupted, which ends the run. Not called if SimGrid's clock
    // drives the run.
    std::function<void(const TimedRun&)> look{};
};

}  // namespace rmasim::sim
