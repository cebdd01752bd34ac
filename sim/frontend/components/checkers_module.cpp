// The entry of the module that contains the checkers of invariants and of the memory model.
#include "sim/frontend/components/modules.h"

namespace rmasim::sim {

Watcher* rmasim_add_checkers(const CheckedRun& run, const RunListeners& listeners, RunCheckers& checkers) {
    return add_checkers(run, listeners, checkers).release();
}

}  // namespace rmasim::sim
