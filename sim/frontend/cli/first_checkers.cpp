// This file replaces sim/timed/checked, and with it all checkers of runs, in the first program (whole_program.h).
#include "sim/scenario/model/whole_program.h"
#include "sim/timed/run_checkers.h"

namespace rmasim::sim {

std::unique_ptr<Watcher> add_checkers(const CheckedRun&, const RunListeners&, RunCheckers&) {
    throw WholeProgramNeeded();
}

}  // namespace rmasim::sim
