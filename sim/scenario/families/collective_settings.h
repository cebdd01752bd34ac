// The description (described.h) of the algorithms of collective calls, a group of settings in every family.
#pragma once

#include "protocol/parts/collectives/collective_algorithms.h"
#include "sim/scenario/json/described.h"
#include "sim/scenario/model/vocabulary.h"

namespace rmasim::sim {

inline constexpr std::array<Named<RootedAlgorithm>, 2> rooted_algorithms{
    {{"binomial", RootedAlgorithm::binomial}, {"linear", RootedAlgorithm::linear}}};
inline constexpr std::array<Named<AllreduceAlgorithm>, 2> allreduce_algorithms{
    {{"recursive_doubling", AllreduceAlgorithm::recursive_doubling},
     {"reduce_bcast", AllreduceAlgorithm::reduce_bcast}}};
inline constexpr std::array<Named<AllgatherAlgorithm>, 2> allgather_algorithms{
    {{"ring", AllgatherAlgorithm::ring}, {"bruck", AllgatherAlgorithm::bruck}}};
inline constexpr std::array<Named<AlltoallAlgorithm>, 2> alltoall_algorithms{
    {{"pairwise", AlltoallAlgorithm::pairwise}, {"linear", AlltoallAlgorithm::linear}}};

void describe(auto& visit, Described<CollectiveAlgorithms> auto& algorithms) {
    auto& [bcast, reduce, allreduce, gather, allgather, scatter, alltoall] = algorithms;
    visit.choice("bcast", bcast, rooted_algorithms);
    visit.choice("reduce", reduce, rooted_algorithms);
    visit.choice("allreduce", allreduce, allreduce_algorithms);
    visit.choice("gather", gather, rooted_algorithms);
    visit.choice("allgather", allgather, allgather_algorithms);
    visit.choice("scatter", scatter, rooted_algorithms);
    visit.choice("alltoall", alltoall, alltoall_algorithms);
}

}  // namespace rmasim::sim
