// The description (described.h) of the algorithms of collective calls, a group of settings in every family.
#pragma once

#include "protocol/parts/collectives/collective_algorithms.h"
#include "sim/scenario/json/described.h"
#include "sim/scenario/model/vocabulary.h"

namespace rmasim::sim {

inline constexpr std::array<Named<BcastAlgorithm>, 5> bcast_algorithms{
    {{"binomial", BcastAlgorithm::binomial},
     {"linear", BcastAlgorithm::linear},
     {"scatter_ring", BcastAlgorithm::scatter_ring},
     {"scatter_doubling", BcastAlgorithm::scatter_doubling},
     {"mpich", BcastAlgorithm::mpich}}};
inline constexpr std::array<Named<ReduceAlgorithm>, 4> reduce_algorithms{{{"binomial", ReduceAlgorithm::binomial},
                                                                          {"linear", ReduceAlgorithm::linear},
                                                                          {"halving", ReduceAlgorithm::halving},
                                                                          {"mpich", ReduceAlgorithm::mpich}}};
inline constexpr std::array<Named<RootedAlgorithm>, 2> rooted_algorithms{
    {{"binomial", RootedAlgorithm::binomial}, {"linear", RootedAlgorithm::linear}}};
inline constexpr std::array<Named<AllreduceAlgorithm>, 4> allreduce_algorithms{
    {{"recursive_doubling", AllreduceAlgorithm::recursive_doubling},
     {"reduce_bcast", AllreduceAlgorithm::reduce_bcast},
     {"halving", AllreduceAlgorithm::halving},
     {"mpich", AllreduceAlgorithm::mpich}}};
inline constexpr std::array<Named<AllgatherAlgorithm>, 4> allgather_algorithms{
    {{"ring", AllgatherAlgorithm::ring},
     {"bruck", AllgatherAlgorithm::bruck},
     {"recursive_doubling", AllgatherAlgorithm::recursive_doubling},
     {"mpich", AllgatherAlgorithm::mpich}}};
inline constexpr std::array<Named<AlltoallAlgorithm>, 4> alltoall_algorithms{{{"pairwise", AlltoallAlgorithm::pairwise},
                                                                              {"linear", AlltoallAlgorithm::linear},
                                                                              {"bruck", AlltoallAlgorithm::bruck},
                                                                              {"mpich", AlltoallAlgorithm::mpich}}};
inline constexpr std::array<Named<ReduceScatterAlgorithm>, 6> reduce_scatter_algorithms{
    {{"halving", ReduceScatterAlgorithm::halving},
     {"pairwise", ReduceScatterAlgorithm::pairwise},
     {"reduce_scatter", ReduceScatterAlgorithm::reduce_scatter},
     {"butterfly", ReduceScatterAlgorithm::butterfly},
     {"recursive_doubling", ReduceScatterAlgorithm::recursive_doubling},
     {"mpich", ReduceScatterAlgorithm::mpich}}};
inline constexpr std::array<Named<ScanAlgorithm>, 2> scan_algorithms{
    {{"recursive_doubling", ScanAlgorithm::recursive_doubling}, {"linear", ScanAlgorithm::linear}}};

void describe(auto& visit, Described<CollectiveAlgorithms> auto& algorithms) {
    auto& [bcast, reduce, allreduce, gather, allgather, scatter, alltoall, reduce_scatter, scan, exscan] = algorithms;
    visit.choice("bcast", bcast, bcast_algorithms);
    visit.choice("reduce", reduce, reduce_algorithms);
    visit.choice("allreduce", allreduce, allreduce_algorithms);
    visit.choice("gather", gather, rooted_algorithms);
    visit.choice("allgather", allgather, allgather_algorithms);
    visit.choice("scatter", scatter, rooted_algorithms);
    visit.choice("alltoall", alltoall, alltoall_algorithms);
    visit.choice("reduce_scatter", reduce_scatter, reduce_scatter_algorithms);
    visit.choice("scan", scan, scan_algorithms);
    visit.choice("exscan", exscan, scan_algorithms);
}

}  // namespace rmasim::sim
