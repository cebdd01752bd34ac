#include "sim/timed/ranks/program_steps.h"

namespace rmasim::sim {

ProgramSteps::ProgramSteps(RunParts& run, ProgramErrors& errors, StoreWatcher* stores)
    : errors_(errors), live_(run.live), interpreter_(run.scenario, run.memory, wrong_values_) {
    interpreter_.set_store_watcher(stores);
    interpreter_.set_access_watcher(run.checkers.semantics.get());
}

}  // namespace rmasim::sim
