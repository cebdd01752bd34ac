// The command `settle orders=all`. It executes every order in which the packets of different pairs can be delivered.
// Each order is executed in a new world, after the same commands. Packets of one pair overtake each other only if the
// world allows this.
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
    bool all = true;         // false if the exploration stopped at the limit
    std::string difference;  // the first order with another end state than the default order, and the difference
    std::vector<std::string> lines() const;
};

// `history` has the commands before `settle`. The end states and the window memory of all orders must be equal. If
// `with_counts` is true, the packet counts must be equal, too.
OrdersExplored explore_orders(const std::vector<std::string>& history, bool with_counts);

}  // namespace rmasim::seq
