#include "sim/timed/run_checkers.h"

#include "sim/checkers/invariants/checker.h"
#include "sim/checkers/semantics/watch.h"
#include "sim/programs/fan_out.h"

#include <utility>

namespace rmasim::sim {

std::unique_ptr<Watcher> add_checkers(const CheckedRun& run, const RunListeners& listeners, RunCheckers& checkers) {
    std::unique_ptr<check::Checker> invariants;
    if (run.invariants) {
        check::CheckerContext context = check::context_of(run.scenario);
        context.communicators = run.communicators;
        context.memory = run.live_windows;
        invariants = std::make_unique<check::Checker>(std::move(context));
    }
    std::unique_ptr<semantics::Watch> semantics;
    if (run.scenario.semantics != Semantics::off)
        semantics = std::make_unique<semantics::Watch>(run.scenario, run.live);
    // The trace has the times after the accounting has charged the work that an event reports.
    using Events = FanOut<usage::AttachmentCheck, semantics::Watch, check::Checker, CostAccounting, RunTrace>;
    auto events = std::make_unique<Events>(listeners.attachments, semantics.get(), invariants.get(),
                                           &listeners.accounting, listeners.trace);
    checkers = {std::move(invariants), std::move(semantics)};
    return events;
}

}  // namespace rmasim::sim
