#include "protocol/parts/collectives/collective_choice.h"

#include "protocol/base/collective.h"
#include "protocol/base/process.h"
#include "protocol/collectives/builders.h"

#include <utility>

namespace rmasim {

namespace {

using schedules::Builder, schedules::is_power_of_two, schedules::Schedule, schedules::Shape;

// The sizes in bytes, and the numbers of processes, at which MPICH changes the algorithm (COLLECTIVES.md names their
// source). Some differ for nonblocking calls.
namespace mpich {
constexpr std::uint64_t max_short_bcast = 12'288, max_medium_bcast = 524'288, max_short_reduce = 2'048;
constexpr std::uint64_t max_short_allreduce = 8, max_short_iallreduce = 2'048;
constexpr std::uint64_t long_allgather = 81'920, long_allgather_of_power = 524'288, long_reduce_scatter = 524'288;
constexpr std::uint64_t max_short_alltoall = 256, max_short_ialltoall = 2'048, max_medium_alltoall = 32'768;
constexpr Rank min_bcast_processes = 8, min_bruck_processes = 8;
}  // namespace mpich

bool is_not_blocking(Call call) { return call != blocking_form(call); }

// A collective call whose algorithm must be chosen. A reduction that is not commutative has an algorithm that keeps the
// order of ranks, whatever the setting.
class Choosing {
public:
    Choosing(const ChosenFor& call, const Shape& shape, const CollectiveAlgorithms& how)
        : call_(call), shape_(shape), how_(how) {}

    BcastAlgorithm bcast() const {
        const BcastAlgorithm how = how_.bcast == BcastAlgorithm::mpich ? bcast_of_mpich() : how_.bcast;
        const bool doubles = how == BcastAlgorithm::scatter_doubling;
        return doubles && !is_power_of_two(shape_.size) ? BcastAlgorithm::scatter_ring : how;
    }
    ReduceAlgorithm reduce() const {
        ReduceAlgorithm how = how_.reduce;
        if (how == ReduceAlgorithm::mpich) {
            how = divides(mpich::max_short_reduce) ? ReduceAlgorithm::halving : ReduceAlgorithm::binomial;
        }
        return how == ReduceAlgorithm::halving && !shape_.commutative ? ReduceAlgorithm::binomial : how;
    }
    AllreduceAlgorithm allreduce() const {
        using enum AllreduceAlgorithm;
        const std::uint64_t max_short = is_nonblocking() ? mpich::max_short_iallreduce : mpich::max_short_allreduce;
        AllreduceAlgorithm how = how_.allreduce;
        if (how == AllreduceAlgorithm::mpich) how = divides(max_short) ? halving : recursive_doubling;
        return how == halving && !shape_.commutative ? recursive_doubling : how;
    }
    AllgatherAlgorithm allgather() const {
        const AllgatherAlgorithm how =
            how_.allgather == AllgatherAlgorithm::mpich ? allgather_of_mpich() : how_.allgather;
        const bool doubles = how == AllgatherAlgorithm::recursive_doubling;
        return doubles && !is_power_of_two(shape_.size) ? AllgatherAlgorithm::bruck : how;
    }
    AlltoallAlgorithm alltoall() const {
        return how_.alltoall == AlltoallAlgorithm::mpich ? alltoall_of_mpich(call_.call, shape_.size, one_block())
                                                         : how_.alltoall;
    }
    AlltoallAlgorithm alltoallv() const {
        return how_.alltoall == AlltoallAlgorithm::pairwise ? AlltoallAlgorithm::pairwise : AlltoallAlgorithm::linear;
    }
    ReduceScatterAlgorithm reduce_scatter() const {
        using enum ReduceScatterAlgorithm;
        ReduceScatterAlgorithm how = how_.reduce_scatter;
        if (how == ReduceScatterAlgorithm::mpich && shape_.commutative) {
            return all_received() < mpich::long_reduce_scatter ? halving : pairwise;
        }
        const bool keeps_order = how == ReduceScatterAlgorithm::reduce_scatter || how == recursive_doubling;
        if (!shape_.commutative && !keeps_order) how = butterfly;
        const bool halves = is_power_of_two(shape_.size) && shape_.received.are_equal(shape_.size);
        return how == butterfly && !halves ? recursive_doubling : how;
    }

private:
    BcastAlgorithm bcast_of_mpich() const {
        // The bounds belong to the shorter vectors in BCAST, and to the longer ones in IBCAST.
        const std::uint64_t bytes = one_block() + (is_nonblocking() ? 1 : 0);
        if (shape_.size < mpich::min_bcast_processes || bytes <= mpich::max_short_bcast) {
            return BcastAlgorithm::binomial;
        }
        return bytes <= mpich::max_medium_bcast ? BcastAlgorithm::scatter_doubling : BcastAlgorithm::scatter_ring;
    }
    AllgatherAlgorithm allgather_of_mpich() const {
        if (is_power_of_two(shape_.size)) {
            return all_received() < mpich::long_allgather_of_power ? AllgatherAlgorithm::recursive_doubling
                                                                   : AllgatherAlgorithm::ring;
        }
        return all_received() < mpich::long_allgather ? AllgatherAlgorithm::bruck : AllgatherAlgorithm::ring;
    }
    // True if MPICH divides the vector of REDUCE or ALLREDUCE among the processes.
    bool divides(std::uint64_t max_short) const {
        const auto parts = static_cast<std::uint32_t>(schedules::power_up_to(shape_.size));
        return call_.predefined && one_block() > max_short && shape_.sent.count(0) >= parts;
    }
    bool is_nonblocking() const { return is_not_blocking(call_.call); }
    std::uint64_t one_block() const { return shape_.sent.count(0) * call_.bytes_per_element; }
    std::uint64_t all_received() const { return shape_.received.between(0, shape_.size) * call_.bytes_per_element; }

    const ChosenFor& call_;
    const Shape& shape_;
    const CollectiveAlgorithms& how_;
};

Builder builder_of(BcastAlgorithm how) {
    switch (how) {
        case BcastAlgorithm::linear: return schedules::bcast_linear;
        case BcastAlgorithm::scatter_doubling: return schedules::bcast_scatter_doubling;
        case BcastAlgorithm::scatter_ring: return schedules::bcast_scatter_ring;
        default: return schedules::bcast_binomial;
    }
}
Builder builder_of(ReduceAlgorithm how) {
    switch (how) {
        case ReduceAlgorithm::linear: return schedules::reduce_linear;
        case ReduceAlgorithm::halving: return schedules::reduce_halving;
        default: return schedules::reduce_binomial;
    }
}
Builder builder_of(AllgatherAlgorithm how) {
    switch (how) {
        case AllgatherAlgorithm::bruck: return schedules::allgather_bruck;
        case AllgatherAlgorithm::recursive_doubling: return schedules::allgather_doubling;
        default: return schedules::allgather_ring;
    }
}
Builder builder_of(AlltoallAlgorithm how) {
    switch (how) {
        case AlltoallAlgorithm::linear: return schedules::alltoall_linear;
        case AlltoallAlgorithm::bruck: return schedules::alltoall_bruck;
        default: return schedules::alltoall_pairwise;
    }
}
Schedule allreduce(const Choosing& choosing, const Shape& shape) {
    switch (choosing.allreduce()) {
        case AllreduceAlgorithm::reduce_bcast:
            return schedules::allreduce_by_root(shape, builder_of(choosing.reduce()), builder_of(choosing.bcast()));
        case AllreduceAlgorithm::halving: return schedules::allreduce_halving(shape);
        default: return schedules::allreduce_doubling(shape);
    }
}
Schedule reduce_scatter(const Choosing& choosing, const Shape& shape) {
    switch (choosing.reduce_scatter()) {
        case ReduceScatterAlgorithm::halving: return schedules::reduce_scatter_halving(shape);
        case ReduceScatterAlgorithm::pairwise: return schedules::reduce_scatter_pairwise(shape);
        case ReduceScatterAlgorithm::butterfly: return schedules::reduce_scatter_butterfly(shape);
        case ReduceScatterAlgorithm::recursive_doubling: return schedules::reduce_scatter_doubling(shape);
        default: return schedules::reduce_scatter_by_root(shape, builder_of(choosing.reduce()));
    }
}
Schedule gather(const Shape& shape, RootedAlgorithm how) {
    return how == RootedAlgorithm::binomial ? schedules::gather_binomial(shape) : schedules::gather_linear(shape);
}
Schedule scatter(const Shape& shape, RootedAlgorithm how) {
    return how == RootedAlgorithm::binomial ? schedules::scatter_binomial(shape) : schedules::scatter_linear(shape);
}
Schedule scan(const Shape& shape, ScanAlgorithm how) {
    return how == ScanAlgorithm::linear ? schedules::scan_linear(shape) : schedules::scan_doubling(shape);
}
Schedule exscan(const Shape& shape, ScanAlgorithm how) {
    return how == ScanAlgorithm::linear ? schedules::exscan_linear(shape) : schedules::exscan_doubling(shape);
}

ChosenSchedule chosen(Schedule schedule, auto algorithm) {
    return {std::move(schedule), static_cast<std::uint8_t>(algorithm)};
}

}  // namespace

AlltoallAlgorithm alltoall_of_mpich(Call call, Rank size, std::uint64_t bytes) {
    const std::uint64_t max_short = is_not_blocking(call) ? mpich::max_short_ialltoall : mpich::max_short_alltoall;
    if (size >= mpich::min_bruck_processes && bytes <= max_short) return AlltoallAlgorithm::bruck;
    return bytes <= mpich::max_medium_alltoall ? AlltoallAlgorithm::linear : AlltoallAlgorithm::pairwise;
}

ChosenSchedule schedule_of(const ChosenFor& call, const Shape& shape, const CollectiveAlgorithms& how) {
    const Choosing choosing(call, shape, how);
    switch (blocking_form(call.call)) {
        case Call::barrier: return {schedules::barrier_dissemination(shape)};
        case Call::bcast: return chosen(builder_of(choosing.bcast())(shape), choosing.bcast());
        case Call::reduce: return chosen(builder_of(choosing.reduce())(shape), choosing.reduce());
        case Call::allreduce: return chosen(allreduce(choosing, shape), choosing.allreduce());
        case Call::gather: return chosen(gather(shape, how.gather), how.gather);
        case Call::gatherv: return {schedules::gather_linear(shape)};
        case Call::scatter: return chosen(scatter(shape, how.scatter), how.scatter);
        case Call::scatterv: return {schedules::scatter_linear(shape)};
        case Call::allgather:
        case Call::allgatherv: return chosen(builder_of(choosing.allgather())(shape), choosing.allgather());
        case Call::alltoall: return chosen(builder_of(choosing.alltoall())(shape), choosing.alltoall());
        case Call::alltoallv:
        case Call::alltoallw: return chosen(builder_of(choosing.alltoallv())(shape), choosing.alltoallv());
        case Call::neighbor_allgather:
        case Call::neighbor_allgatherv: return {schedules::neighbour_allgather(shape)};
        case Call::neighbor_alltoall:
        case Call::neighbor_alltoallv:
        case Call::neighbor_alltoallw: return {schedules::neighbour_alltoall(shape)};
        case Call::scan: return chosen(scan(shape, how.scan), how.scan);
        case Call::exscan: return chosen(exscan(shape, how.exscan), how.exscan);
        case Call::reduce_scatter_block:
        case Call::reduce_scatter: return chosen(reduce_scatter(choosing, shape), choosing.reduce_scatter());
        default: refuse(call.call);
    }
}

}  // namespace rmasim
