// The happens-before relation between the steps of an untimed run. Steps at different ranks are independent unless a
// packet orders them. An exploration executes only one order of each class of equivalent orders, which differ only in
// independent steps. So a guarantee about another rank ("applied when FLUSH returns") must hold in all equivalent
// orders, not only in the executed order. Example of an order that breaks such a guarantee:
//
//     step 1  rank 0 sends a PUT to rank 1
//     step 2  rank 1 applies the PUT
//     step 3  rank 0: FLUSH returns without having waited for the acknowledgement (a bug)
//
// In the executed order the PUT is applied before FLUSH returns. But no packet orders step 2 before step 3, so in an
// equivalent order FLUSH returns first. The guarantee holds in all equivalent orders only if step 3 depends on step 2.
// In timed runs, the invariant checker does not use this relation.
#pragma once

#include <cstdint>

namespace rmasim::sim::check {

class Causality {
public:
    virtual ~Causality() = default;
    // Returns the number of the current step.
    virtual std::uint32_t step() const = 0;
    // True if the current step depends on step `earlier`, or is that step.
    virtual bool depends_on(std::uint32_t earlier) const = 0;
    // True if all later steps depend on each step on which the current step depends.
    virtual bool past_stays_past() const { return false; }
};

}  // namespace rmasim::sim::check
