// Estimates the number of executions of a search from one of them.
//
// The order of the steps at each rank identifies an execution of a class of equivalent orders. Some of these steps can
// be reordered: those of different actors (channels, threads) of which neither causes the other. Example: ranks 1 and 2
// send two packets each to rank 0; the packets of each pair keep their order.
//
//   at rank 0    1's first   1's second   2's first   2's second        4! / (2! 2!) = 6 orders
//
// If rank 2 sent its first packet only after it had received something caused by 1's first packet, there would be 3
// orders. The estimate is the product over all ranks. It is too large because not all combinations of these orders are
// possible. It is too small if the order changes the steps of ranks, and for shared memory, whose accesses it does not
// count.
#pragma once

#include "sim/untimed/world/order.h"

namespace rmasim::sim {

// Returns the estimate; infinity if it is too large for a double.
double orders_like(Order order, Rank ranks);

}  // namespace rmasim::sim
