// The happens-before relation of an untimed run. Steps at different ranks are independent unless a packet orders them,
// and an exploration executes only one of all orders that differ in independent steps. So a guarantee about another
// rank ("applied when FLUSH returns") must hold in all equivalent orders, not only in the executed one:
//
//     step 1  rank 0 sends a PUT to rank 1
//     step 2  rank 1 applies it
//     step 3  rank 0: FLUSH returns without having waited for the acknowledgement (a bug)
//
// The PUT was applied before FLUSH returned, but only by luck: no packet orders step 2 before step 3, so an equivalent
// order has step 3 first. The guarantee holds in all equivalent orders only if step 3 depends on step 2. Timed runs
// need no such check.
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
};

}  // namespace rmasim::sim::check
