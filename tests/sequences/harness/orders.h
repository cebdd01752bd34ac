// `settle orders=all`: every order in which the packets of different pairs can be delivered, each from a fresh world
// that ran the same commands. Packets of one pair overtake each other only in a world that lets them.
//
// A rank only depends on its own deliveries. So two orders that deliver the same packets in the same order to every
// rank are equivalent, and only one of them is played.
#pragma once

#include "tests/sequences/harness/pair_counts.h"

#include <string>
#include <vector>

namespace rmasim::seq {

struct OrdersExplored {
    std::size_t orders = 0;
    bool all = true;         // false if stopped at the limit
    std::string difference;  // the first order with another end state than the default order, and how it differs
    std::vector<std::string> lines() const;
};

// `history`: the commands before the settle. The end states, window memory and (if `with_counts`) counts must be equal.
OrdersExplored explore_orders(const std::vector<std::string>& history, bool with_counts);

}  // namespace rmasim::seq
