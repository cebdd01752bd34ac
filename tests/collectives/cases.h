// Collective calls as test cases: their algorithms, results by MPI's definitions, and packets by the formulas of
// protocol/COLLECTIVES.md.
#pragma once

#include "protocol/collectives/builders.h"
#include "tests/collectives/interpreter.h"

namespace rmasim::schedules {

// The definitions of MPI. In `each_to_each`, and in the calls on neighbours, block k of a process is for process (or
// neighbour) k.
enum class Meaning {
    barrier,
    bcast,
    reduce,
    allreduce,
    gather,
    scatter,
    allgather,
    alltoall,
    reduce_scatter,
    scan,
    exscan,
    neighbour_alltoall,
    neighbour_allgather
};

struct Algorithm {
    std::string call, name;
    Meaning meaning;
    Builder builder;
    bool any_order = true;  // also for a reduction that is not commutative
    bool any_size = true;   // not only for powers of two
    bool any_blocks = true;
};

// A call of `size` processes. `count(from, to)` is the number of elements from one process to another one; calls with
// one block for each process use count(block, block), calls with one vector count(0, 0).
struct Case {
    const Algorithm& algorithm;
    Rank size = 1, root = 0;
    bool commutative = true;
    bool in_a_ring = false;  // calls on neighbours: a periodic grid of one dimension instead of a graph
    std::function<std::uint32_t(Rank, Rank)> count{};

    std::uint32_t one() const { return count(0, 0); }
    std::vector<Rank> destinations(Rank rank) const;
    std::vector<Rank> sources(Rank rank) const;
    Operator reduction() const { return commutative ? added : composed; }
};

const std::vector<Algorithm>& algorithms();
// The pairs of call and algorithm in the table of the page.
std::vector<std::pair<std::string, std::string>> algorithms_of_the_page();
// Execute the call in all roots and with reductions of both sorts, and compare results and packets with those that are
// expected, for several numbers of elements. Returns the first difference as text, empty if there is none.
std::string wrong_anywhere(Rank size);

}  // namespace rmasim::schedules
