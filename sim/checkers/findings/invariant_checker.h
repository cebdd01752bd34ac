// The interface between a run and its invariant checker (sim/checkers/invariants/checker.h). An executable of this
// project that checks no invariants is linked with this interface, but without the checker (decision 0087). The checker
// receives the events of the run as a Watcher.
#pragma once

#include "sim/checkers/findings/violation.h"
#include "sim/programs/watcher.h"

#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim::check {

class InvariantChecker : public Watcher {
public:
    // Reports that the ranks `members` have created a window. `nth` is the number of the window among all windows of
    // the run, from 0.
    virtual void window_created(WindowId number, const std::string& name, std::uint32_t nth,
                                const std::vector<Rank>& members, bool shared = false) = 0;
    // `process_ended` and `world_ended` check the state at the end, when all programs have ended and no packet is in
    // flight. The caller calls `process_ended` for the process of each rank, then `world_ended` once.
    virtual void process_ended(const Process& process) = 0;
    virtual void world_ended(std::uint64_t payloads_in_flight) = 0;

    virtual const std::optional<Violation>& violation() const = 0;
    virtual const Checked& checked() const = 0;
};

}  // namespace rmasim::sim::check
