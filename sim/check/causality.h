// What a step of a run depends on. Steps at different ranks may come in either order unless a packet ties them
// together: where orders are explored, one run stands for all that differ in nothing else. A promise that one rank
// makes about another ("applied when FLUSH returns") is kept in all of them only if what it promises is among the
// causes of the step in which it is made. With a clock, what has happened has happened, and nobody asks.
#pragma once

#include <cstdint>

namespace rmasim::sim::check {

class Causality {
public:
    virtual ~Causality() = default;
    // The number of the step being made.
    virtual std::uint32_t step() const = 0;
    // Whether it depends on an earlier one, or is the same.
    virtual bool depends_on(std::uint32_t earlier) const = 0;
};

}  // namespace rmasim::sim::check
