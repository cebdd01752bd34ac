#include "sim/untimed/profiles/random_settings.h"

#include "protocol/parts/messages/message_limit.h"

namespace rmasim::fuzz {

namespace {

// A random size of a local level. Most sizes are small, because most bugs need exhausted resources. The size is at
// least 1 if the global level is empty.
LocalPool randomize_local(Random& random, const PoolSize& all) {
    const auto local = one_of<std::uint32_t>(random, {0, 1, 1, 2, 3, 8});
    return {all.global == 0 ? std::max<std::uint32_t>(local, 1) : local};
}

}  // namespace

std::uint32_t randomize_message_limit(Random next) {
    Random random(next.next(), 1);
    return chance(random, 25) ? 0 : no_message_limit;
}

std::uint32_t randomize_part_bytes(Random next) {
    Random random(next.next(), 4);
    return chance(random, 50) ? one_of<std::uint32_t>(random, {1, 1, 1, 8}) : max_part_bytes;
}

CollectiveAlgorithms random_collective_algorithms(Random next) {
    Random random(next.next(), 2);
    CollectiveAlgorithms algorithms;
    algorithms.bcast = BcastAlgorithm::binomial;
    algorithms.reduce = ReduceAlgorithm::binomial;
    algorithms.allreduce = AllreduceAlgorithm::recursive_doubling;
    algorithms.allgather = AllgatherAlgorithm::ring;
    algorithms.alltoall = AlltoallAlgorithm::pairwise;
    if (chance(random, 30)) algorithms.bcast = BcastAlgorithm::linear;
    if (chance(random, 30)) algorithms.reduce = ReduceAlgorithm::linear;
    if (chance(random, 30)) algorithms.gather = RootedAlgorithm::linear;
    if (chance(random, 30)) algorithms.scatter = RootedAlgorithm::linear;
    if (chance(random, 30)) algorithms.allreduce = AllreduceAlgorithm::reduce_bcast;
    if (chance(random, 50)) algorithms.allgather = AllgatherAlgorithm::bruck;
    if (chance(random, 30)) algorithms.alltoall = AlltoallAlgorithm::linear;
    Random others(random.next(), 3);
    if (chance(others, 40)) {
        algorithms.bcast = one_of(others, {BcastAlgorithm::scatter_ring, BcastAlgorithm::scatter_doubling});
    }
    if (chance(others, 30)) algorithms.reduce = ReduceAlgorithm::halving;
    if (chance(others, 30)) algorithms.allreduce = AllreduceAlgorithm::halving;
    if (chance(others, 30)) algorithms.allgather = AllgatherAlgorithm::recursive_doubling;
    if (chance(others, 30)) algorithms.alltoall = AlltoallAlgorithm::bruck;
    algorithms.reduce_scatter = one_of(others, {ReduceScatterAlgorithm::mpich, ReduceScatterAlgorithm::pairwise,
                                                ReduceScatterAlgorithm::reduce_scatter,
                                                ReduceScatterAlgorithm::recursive_doubling});
    if (chance(others, 40)) algorithms.scan = ScanAlgorithm::linear;
    if (chance(others, 40)) algorithms.exscan = ScanAlgorithm::linear;
    return chance(others, 25) ? CollectiveAlgorithms() : algorithms;
}

void randomize_window_sizes(Random random, const PoolSize& op_pool, const PoolSize& target_pool,
                            SizesOfWindows& of_windows) {
    constexpr WindowId max_windows = 4;
    of_windows.clear();
    if (!chance(random, 33)) return;
    of_windows.resize(max_windows);
    for (auto& sizes : of_windows) {
        const bool is_random = chance(random, 60);
        const auto slots = one_of<std::uint32_t>(random, {1, 2, 3, 8});
        const LocalPool ops = randomize_local(random, op_pool), targets = randomize_local(random, target_pool);
        if (is_random) sizes = WindowSizes{slots, ops, targets};
    }
}

}  // namespace rmasim::fuzz
