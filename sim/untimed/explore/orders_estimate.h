// Estimates the number of executions of a search from one execution.
//
// A class of equivalent orders is determined by the order of the steps at each rank. Two steps at a rank can be swapped
// if they belong to different actors and neither step causes the other. (An actor is a thread, or the packets from one
// rank to another.) Example: ranks 1 and 2 send two packets each to rank 0, and the packets of each pair keep their
// order.
//
//   at rank 0    1's first   1's second   2's first   2's second        4! / (2! 2!) = 6 orders
//
// If 1's first packet causes 2's first packet, then both packets of rank 2 are after 1's first, and there are 3 orders.
//
// The estimate is the product of the numbers of orders at all ranks. It is too large if some combinations of these
// orders are impossible. It is too small if the order changes the steps that a rank makes. It is also too small for
// programs with shared memory, because it ignores the order of accesses to shared memory.
#pragma once

#include "sim/untimed/world/order.h"

namespace rmasim::sim {

// Returns the estimate, computed from the execution `order`. Returns infinity if the estimate is too large for a
// double.
double orders_like(Order order, Rank ranks);

}  // namespace rmasim::sim
