// The end of a run: how it ended, the checks of the final state, and the result.
#pragma once

#include "protocol/base/errors.h"
#include "sim/timed/outcome.h"
#include "sim/timed/ranks/fault_injection.h"
#include "sim/timed/ranks/program_errors.h"
#include "sim/timed/ranks/program_steps.h"
#include "sim/timed/ranks/rank_progress.h"
#include "sim/timed/ranks/rank_scheduler.h"
#include "sim/timed/run_parts.h"

#include <functional>
#include <optional>
#include <string>

namespace rmasim::sim {

class RunEnding {
public:
    // All arguments must outlive this object.
    RunEnding(RunParts& run, FaultInjection& faults, ProgramErrors& errors, const ProgramSteps& steps,
              const RankProgress& progress, const RankScheduler& scheduler)
        : run_(run), faults_(faults), errors_(errors), steps_(steps), progress_(progress), scheduler_(scheduler) {}

    // Ends the run if an invariant is violated. After a loss or an error of the program, the run continues, because
    // then a correct core may violate invariants. So such a run ends as it does without the checker.
    void stop_on_violation() const {
        if (run_.checkers.invariants) [[unlikely]]
            stop_if_violated();
    }

    // Calls `work`, the events of the run. If `work` throws an exception that ends a run early, records the reason.
    void complete(const std::function<void()>& work);
    // Calls `work`. Returns false if an error ended the run, which must then be repeated.
    bool completes(const std::function<void()>& work);
    // Checks the final state, when no event is left. If all ranks have finished, all resources must have been released.
    void check_end();
    // Moves all buffered stores to memory, since all processes have exited.
    void drain_store_buffers();

    bool all_finished() const { return scheduler_.finished() == run_.ranks.range().count; }
    // True if every rank has finished and every load has returned the expected value.
    bool is_as_expected() const { return all_finished() && steps_.wrong_values().count() == 0; }
    bool was_interrupted() const { return interrupted_; }
    void interrupt() { interrupted_ = true; }

    // Returns the result. Calls `add`, unless it is empty, which may add to the result; its argument `stuck` is true if
    // some ranks wait forever.
    RunResult result(const std::function<void(RunResult& result, bool stuck)>& add = {});

private:
    void stop_if_violated() const;
    void require_quiescent();
    void collect_counts(RunResult& result);
    void cut_computations();
    void set_outcome(RunResult& result);
    bool is_stuck(const RunResult& result) const;

    RunParts& run_;
    FaultInjection& faults_;
    ProgramErrors& errors_;
    const ProgramSteps& steps_;
    const RankProgress& progress_;
    const RankScheduler& scheduler_;
    bool interrupted_ = false;
    // The text of an error that the protocol's code raised after a packet or rank was lost; empty if there is none.
    std::string broken_;
    std::optional<ImplementationFailed> failed_;  // the failure of the real implementation that the family reproduces
};

}  // namespace rmasim::sim
