// The source of the orders of a search that does not execute all of them.
#pragma once

#include "sim/untimed/world/choices.h"
#include "sim/untimed/world/move.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rmasim::sim {

// Chooses the steps of each run, and the picks inside the steps.
class OrderSource : public Choices {
public:
    // Begins an order. Orders are numbered from 0; the order with a number is always the same.
    virtual void begin(std::uint64_t number) = 0;
    // Returns the index in `moves` of the next move. `moves` must not be empty.
    virtual std::size_t choose(const std::vector<Move>& moves) = 0;
};

}  // namespace rmasim::sim
