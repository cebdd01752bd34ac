// The errors of a run's programs, which the result reports.
#pragma once

#include "protocol/base/errors.h"
#include "sim/timed/run_parts.h"
#include "sim/timed/stop_run.h"

#include <optional>
#include <utility>
#include <vector>

namespace rmasim::sim {

class ProgramErrors {
public:
    // The result of the invariant checker: its violation, and the numbers of checks.
    using CheckerResult = std::pair<std::optional<check::Violation>, check::Checked>;

    // `run` must outlive this object.
    explicit ProgramErrors(const RunParts& run) : run_(run) {}

    bool none() const { return errors_.empty(); }
    const std::vector<StuckCall>& all() const { return errors_; }
    // Adds an error that no thread's current call has made.
    void add(StuckCall error) { errors_.push_back(std::move(error)); }
    // Adds an error of the thread's current call, unless there is the same error for this rank and location.
    void add(const Thread& thread, const ErroneousProgram& error);
    // Adds the error and ends the run.
    [[noreturn]] void fail(const Thread& thread, const ErroneousProgram& error);
    // Runs a step of the thread's program. An error of the program ends the run.
    template <class Step>
    auto end_run_on_error(const Thread& thread, Step step) {
        try {
            return step();
        } catch (const ErroneousProgram& error) {
            fail(thread, error);
        }
    }

    // Returns the result of the invariant checker, which the run must have. Invariants hold only for correct programs.
    // So this is the result at the first error of a program, if there is one.
    CheckerResult checked() const { return at_first_error_ ? *at_first_error_ : checked_now(); }

private:
    CheckerResult checked_now() const {
        return {run_.checkers.invariants->violation(), run_.checkers.invariants->checked()};
    }

    const RunParts& run_;
    std::vector<StuckCall> errors_;
    std::optional<CheckerResult> at_first_error_;
};

}  // namespace rmasim::sim
