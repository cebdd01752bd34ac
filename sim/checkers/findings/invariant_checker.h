// The checker of invariants (sim/checkers/invariants/checker.h) as a run has it that asks for one. A program that
// checks nothing needs only this (decision 0087).
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
    // A window that comes: `nth` of the run, at these ranks.
    virtual void window_created(WindowId number, const std::string& name, std::uint32_t nth,
                             const std::vector<Rank>& members, bool shared = false) = 0;
    // Every program has ended and nothing is in flight: called for each rank's process, then for the world.
    virtual void process_ended(const Process& process) = 0;
    virtual void world_ended(std::uint64_t payloads_in_flight) = 0;

    virtual const std::optional<Violation>& violation() const = 0;
    virtual const Checked& checked() const = 0;
};

// Of a run whose communicators are these, or null. `memory`: has the windows that come; null: there are none.
// Everything is forwarded to `next`. All outlive the checker.
std::unique_ptr<InvariantChecker> invariant_checker_of(const Scenario& scenario, const Communicators* communicators,
                                                       const Memory* memory, Watcher& next);

}  // namespace rmasim::sim::check
