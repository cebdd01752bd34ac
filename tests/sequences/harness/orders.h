// `settle orders=all`: executes every order in which the packets of different pairs can be delivered, each in a fresh
// world that has run the same commands. Packets of one pair overtake each other only in a world that allows it.
//
// A rank depends only on its own deliveries. So two orders that deliver the same packets in the same order to every
// rank are equivalent, and only one of them is executed.
#pragma once

#include "tests/sequences/harness/pair_counts.h"

#include <string>
#include <vector>

namespace rmasim::seq {

struct OrdersExplored {
    std::size_t orders = 0;
    bool all = true;         // false if stopped at the limit
    std::string difference;  // the first order with another end state than the default order, and the difference
    std::vector<std::string> lines() const;
};

// `history`: the commands before the settle. The end states, the window memory and (with `with_counts`) the counts must
// be equal.
OrdersExplored explore_orders(const std::vector<std::string>& history, bool with_counts);

}  // namespace rmasim::seq
