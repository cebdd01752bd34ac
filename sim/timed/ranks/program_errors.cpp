#include "sim/timed/ranks/program_errors.h"

#include "sim/checkers/diagnosis/epoch_report.h"

#include <algorithm>

namespace rmasim::sim {

void ProgramErrors::add(const Thread& thread, const ErroneousProgram& error) {
    constexpr std::size_t max_noted = 50;
    StuckCall broken = broken_call(run_.ranks, thread, error);
    const bool known = std::ranges::any_of(errors_, [&](const StuckCall& one) {
        return one.rank == broken.rank && one.location == broken.location && one.call == broken.call &&
               one.reason == broken.reason;
    });
    if (known || errors_.size() == max_noted) return;
    if (run_.checkers.invariants && !at_first_error_) at_first_error_ = checked_now();
    errors_.push_back(std::move(broken));
}

void ProgramErrors::fail(const Thread& thread, const ErroneousProgram& error) {
    add(thread, error);
    throw StopRun{};
}

}  // namespace rmasim::sim
