// The algorithms of collective calls: each function builds the schedule of one process. COLLECTIVES.md has the number
// of packets of each algorithm. All processes of a call must use the same algorithm.
//
// A reduction that is not commutative is executed in the order of ranks. Algorithms that cannot do this have a
// precondition below.
#pragma once

#include "protocol/collectives/schedule.h"
#include "protocol/collectives/shape.h"

namespace rmasim::schedules {

// ---- trees.cpp: one process is the root
Schedule bcast_binomial(Shape shape);
Schedule bcast_linear(Shape shape);
Schedule gather_binomial(Shape shape);  // blocks of one size
Schedule gather_linear(Shape shape);
Schedule scatter_binomial(Shape shape);  // blocks of one size
Schedule scatter_linear(Shape shape);
Schedule reduce_binomial(Shape shape);
Schedule reduce_linear(Shape shape);

// ---- halves.cpp: long vectors, divided among the processes
//
// A binomial scatter of the parts, and then an allgather of them: in a ring, or by recursive doubling if the number of
// processes is a power of two.
Schedule bcast_scatter_ring(Shape shape);
Schedule bcast_scatter_doubling(Shape shape);
// Recursive halving, and then a binomial gather or an allgather by recursive doubling (Rabenseifner 2004). The
// reduction must be commutative.
Schedule reduce_halving(Shape shape);
Schedule allreduce_halving(Shape shape);
Schedule reduce_scatter_halving(Shape shape);

// ---- exchanges.cpp: all processes have the same role
Schedule barrier_dissemination(Shape shape);
Schedule allreduce_doubling(Shape shape);
Schedule allgather_ring(Shape shape);
Schedule allgather_bruck(Shape shape);
Schedule allgather_doubling(Shape shape);  // a power of two processes
Schedule alltoall_pairwise(Shape shape);
Schedule alltoall_linear(Shape shape);
Schedule alltoall_bruck(Shape shape);           // blocks of one size
Schedule reduce_scatter_pairwise(Shape shape);  // a commutative reduction
Schedule neighbour_alltoall(Shape shape);       // sends one block to each destination
Schedule neighbour_allgather(Shape shape);      // sends its only block to each destination

// ---- reduce_scatters.cpp
//
// A butterfly that begins with neighbours (Traeff 2005). A power of two processes, blocks of one size.
Schedule reduce_scatter_butterfly(Shape shape);
// Recursive doubling, without the elements that the receiver does not need.
Schedule reduce_scatter_doubling(Shape shape);

// ---- scans.cpp
Schedule scan_doubling(Shape shape);
Schedule scan_linear(Shape shape);
Schedule exscan_doubling(Shape shape);  // at process 0, the output has no elements
Schedule exscan_linear(Shape shape);

// ---- composed.cpp: two calls, one after the other
using Builder = Schedule (*)(Shape shape);
// A reduction to process 0 and a broadcast from it.
Schedule allreduce_by_root(Shape shape, Builder up, Builder down);
// A reduction to process 0 and a linear scatter from it.
Schedule reduce_scatter_by_root(Shape shape, Builder up);

}  // namespace rmasim::schedules
