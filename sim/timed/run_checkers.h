// The checkers of a run that checks invariants or a memory model, and the fan-out of the run's events to them. An
// executable of this project without checkers is linked with this interface only (decision 0087).
#pragma once

#include "sim/checkers/findings/invariant_checker.h"
#include "sim/checkers/findings/memory_checker.h"
#include "sim/checkers/usage/attached_access.h"
#include "sim/timed/counts/accounting.h"
#include "sim/timed/run_trace.h"

#include <memory>

namespace rmasim::sim {

// The objects that listen to a run without checkers. Pointers are null if the run has no such object.
struct RunListeners {
    usage::AttachmentCheck* attachments = nullptr;
    CostAccounting& accounting;
    RunTrace* trace = nullptr;
};

struct RunCheckers {
    std::unique_ptr<check::InvariantChecker> invariants;  // null unless the run checks invariants
    std::unique_ptr<semantics::MemoryChecker> semantics;  // null if the scenario has no memory model
};

struct CheckedRun {
    const Scenario& scenario;
    bool invariants = false;
    const Communicators* communicators = nullptr;  // null if MPI_COMM_WORLD is the only communicator
    LivePrograms* live = nullptr;                  // null if the scenario's programs are interpreted
    const Memory* live_windows = nullptr;          // the windows that programs create; null if no program creates any
};

// Creates the checkers, and an object that passes the events of the run to the listeners and to the checkers. All
// arguments must outlive these objects.
std::unique_ptr<Watcher> add_checkers(const CheckedRun& run, const RunListeners& listeners, RunCheckers& checkers);

}  // namespace rmasim::sim
