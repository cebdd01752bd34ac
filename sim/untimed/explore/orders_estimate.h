// How many executions a search may need, by a guess from one of them, before it shows.
//
// An execution of a class of equivalent orders is known by the order of the steps at each rank. Some of these may come
// in another order: those of different actors (channels, threads) of which neither causes the other. Example: ranks 1
// and 2 send two packets each to rank 0; the packets of each pair keep their order.
//
//   at rank 0    1's first   1's second   2's first   2's second        4! / (2! 2!) = 6 orders
//
// If 2's first packet were sent only after rank 2 had heard of 1's first, it would be 3. The guess multiplies the
// numbers of all ranks. It is too large, since not all these orders fit together, and too small where orders change
// what ranks do, and for shared memory, whose accesses it does not count.
#pragma once

#include "sim/untimed/world/order.h"

namespace rmasim::sim {

// Infinity if it is too large for a number.
double orders_like(Order order, Rank ranks);

}  // namespace rmasim::sim
