#include "protocol/parts/collectives/collective_choice.h"

#include "protocol/base/process.h"
#include "protocol/collectives/builders.h"

namespace rmasim {

namespace {

using schedules::Builder, schedules::Schedule, schedules::Shape;

// The sizes in bytes, and the numbers of processes, at which MPICH changes the algorithm (the defaults of its variables
// MPIR_CVAR_BCAST_SHORT_MSG_SIZE and so on).
namespace mpich {
constexpr std::uint64_t short_bcast = 12'288, long_bcast = 524'288, short_reduce = 2'048, short_allreduce = 2'048;
constexpr std::uint64_t short_allgather = 81'920, long_allgather = 524'288, short_alltoall = 256;
constexpr std::uint64_t medium_alltoall = 32'768, long_reduce_scatter = 524'288;
constexpr Rank min_bcast_processes = 8, min_bruck_processes = 8;
}  // namespace mpich

// A collective call whose algorithm must be chosen. A reduction that is not commutative has an algorithm that keeps the
// order of ranks, whatever the setting.
class Choosing {
public:
    Choosing(const Shape& shape, std::size_t bytes_per_element, const CollectiveAlgorithms& how)
        : shape_(shape), bytes_per_element_(bytes_per_element), how_(how) {}

    Builder bcast() const {
        BcastAlgorithm how = how_.bcast;
        if (how == BcastAlgorithm::mpich) {
            const std::uint64_t bytes = one_block();
            if (bytes < mpich::short_bcast || shape_.size < mpich::min_bcast_processes) how = BcastAlgorithm::binomial;
            else if (bytes < mpich::long_bcast) how = BcastAlgorithm::scatter_doubling;
            else how = BcastAlgorithm::scatter_ring;
        }
        switch (how) {
            case BcastAlgorithm::linear: return schedules::bcast_linear;
            case BcastAlgorithm::scatter_doubling:
                if (is_power_of_two(shape_.size)) return schedules::bcast_scatter_doubling;
                return schedules::bcast_scatter_ring;
            case BcastAlgorithm::scatter_ring: return schedules::bcast_scatter_ring;
            default: return schedules::bcast_binomial;
        }
    }
    Builder reduce() const {
        const bool divides = shape_.commutative && one_block() > mpich::short_reduce && has_an_element_for_each();
        switch (how_.reduce) {
            case ReduceAlgorithm::linear: return schedules::reduce_linear;
            case ReduceAlgorithm::halving:
                return shape_.commutative ? schedules::reduce_halving : schedules::reduce_binomial;
            case ReduceAlgorithm::mpich: return divides ? schedules::reduce_halving : schedules::reduce_binomial;
            default: return schedules::reduce_binomial;
        }
    }
    Schedule allreduce() const {
        const bool divides = shape_.commutative && one_block() > mpich::short_allreduce && has_an_element_for_each();
        switch (how_.allreduce) {
            case AllreduceAlgorithm::reduce_bcast: return schedules::allreduce_by_root(shape_, reduce(), bcast());
            case AllreduceAlgorithm::halving:
                return shape_.commutative ? schedules::allreduce_halving(shape_)
                                          : schedules::allreduce_doubling(shape_);
            case AllreduceAlgorithm::mpich:
                return divides ? schedules::allreduce_halving(shape_) : schedules::allreduce_doubling(shape_);
            default: return schedules::allreduce_doubling(shape_);
        }
    }
    Builder allgather() const {
        AllgatherAlgorithm how = how_.allgather;
        const bool is_power = is_power_of_two(shape_.size);
        if (how == AllgatherAlgorithm::mpich) {
            const std::uint64_t bytes = all_received();
            if (bytes < mpich::long_allgather && is_power) how = AllgatherAlgorithm::recursive_doubling;
            else how = bytes < mpich::short_allgather ? AllgatherAlgorithm::bruck : AllgatherAlgorithm::ring;
        }
        switch (how) {
            case AllgatherAlgorithm::bruck: return schedules::allgather_bruck;
            case AllgatherAlgorithm::recursive_doubling:
                return is_power ? schedules::allgather_doubling : schedules::allgather_bruck;
            default: return schedules::allgather_ring;
        }
    }
    Builder alltoall() const {
        AlltoallAlgorithm how = how_.alltoall;
        if (how == AlltoallAlgorithm::mpich) {
            const std::uint64_t bytes = one_block();
            if (bytes <= mpich::short_alltoall && shape_.size >= mpich::min_bruck_processes) {
                how = AlltoallAlgorithm::bruck;
            } else {
                how = bytes <= mpich::medium_alltoall ? AlltoallAlgorithm::linear : AlltoallAlgorithm::pairwise;
            }
        }
        switch (how) {
            case AlltoallAlgorithm::linear: return schedules::alltoall_linear;
            case AlltoallAlgorithm::bruck: return schedules::alltoall_bruck;
            default: return schedules::alltoall_pairwise;
        }
    }
    Builder alltoallv() const {
        return how_.alltoall == AlltoallAlgorithm::pairwise ? schedules::alltoall_pairwise : schedules::alltoall_linear;
    }
    Schedule reduce_scatter() const {
        const bool is_long = all_received() >= mpich::long_reduce_scatter;
        if (!shape_.commutative) return schedules::reduce_scatter_by_root(shape_, reduce());
        switch (how_.reduce_scatter) {
            case ReduceScatterAlgorithm::halving: return schedules::reduce_scatter_halving(shape_);
            case ReduceScatterAlgorithm::pairwise: return schedules::reduce_scatter_pairwise(shape_);
            case ReduceScatterAlgorithm::reduce_scatter: return schedules::reduce_scatter_by_root(shape_, reduce());
            default:
                return is_long ? schedules::reduce_scatter_pairwise(shape_) : schedules::reduce_scatter_halving(shape_);
        }
    }

private:
    std::uint64_t one_block() const { return shape_.sent.count(0) * bytes_per_element_; }
    std::uint64_t all_received() const { return shape_.received.between(0, shape_.size) * bytes_per_element_; }
    // True if the vector that is reduced has at least one element for each part.
    bool has_an_element_for_each() const {
        return shape_.sent.count(0) >= static_cast<std::uint32_t>(schedules::power_up_to(shape_.size));
    }
    static bool is_power_of_two(Rank size) { return schedules::is_power_of_two(size); }

    const Shape& shape_;
    std::size_t bytes_per_element_;
    const CollectiveAlgorithms& how_;
};

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

}  // namespace

Schedule schedule_of(Call call, const Shape& shape, std::size_t bytes_per_element, const CollectiveAlgorithms& how) {
    const Choosing choosing(shape, bytes_per_element, how);
    switch (call) {
        case Call::barrier: return schedules::barrier_dissemination(shape);
        case Call::bcast: return choosing.bcast()(shape);
        case Call::reduce: return choosing.reduce()(shape);
        case Call::allreduce: return choosing.allreduce();
        case Call::gather: return gather(shape, how.gather);
        case Call::gatherv: return schedules::gather_linear(shape);
        case Call::scatter: return scatter(shape, how.scatter);
        case Call::scatterv: return schedules::scatter_linear(shape);
        case Call::allgather:
        case Call::allgatherv: return choosing.allgather()(shape);
        case Call::alltoall: return choosing.alltoall()(shape);
        case Call::alltoallv:
        case Call::alltoallw: return choosing.alltoallv()(shape);
        case Call::neighbor_allgather:
        case Call::neighbor_allgatherv: return schedules::neighbour_allgather(shape);
        case Call::neighbor_alltoall:
        case Call::neighbor_alltoallv:
        case Call::neighbor_alltoallw: return schedules::neighbour_alltoall(shape);
        case Call::scan: return scan(shape, how.scan);
        case Call::exscan: return exscan(shape, how.exscan);
        case Call::reduce_scatter_block:
        case Call::reduce_scatter: return choosing.reduce_scatter();
        default: refuse(call);
    }
}

}  // namespace rmasim
