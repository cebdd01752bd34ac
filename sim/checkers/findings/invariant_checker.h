// The interface of the invariant checker (sim/checkers/invariants/checker.h) for a run that requests one. A program
// that checks nothing links only this interface (decision 0087).
#pragma once

#include "sim/checkers/findings/violation.h"
#include "sim/programs/watcher.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim::check {

class InvariantChecker : public Watcher {
public:
    // A window is created at `members`. It is window number `nth` of the run, from 0.
    virtual void window_created(WindowId number, const std::string& name, std::uint32_t nth,
                                const std::vector<Rank>& members, bool shared = false) = 0;
    // All programs have ended and no packet is in flight: called for the process of each rank, then once for the world.
    virtual void process_ended(const Process& process) = 0;
    virtual void world_ended(std::uint64_t payloads_in_flight) = 0;

    virtual const std::optional<Violation>& violation() const = 0;
    virtual const Checked& checked() const = 0;
};

// Returns the checker of a run with these communicators; `communicators` is null if there are none. `memory` holds the
// windows that programs create during the run; it is null if there are none. The checker forwards all events to `next`.
// All arguments must outlive the checker.
std::unique_ptr<InvariantChecker> invariant_checker_of(const Scenario& scenario, const Communicators* communicators,
                                                       const Memory* memory, Watcher& next);

}  // namespace rmasim::sim::check
