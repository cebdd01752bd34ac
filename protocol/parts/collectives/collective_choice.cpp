#include "protocol/parts/collectives/collective_choice.h"

#include "protocol/base/process.h"
#include "protocol/collectives/builders.h"

namespace rmasim {

namespace {

schedules::Builder bcast_by(RootedAlgorithm how) {
    return how == RootedAlgorithm::binomial ? schedules::bcast_binomial : schedules::bcast_linear;
}
schedules::Builder reduce_by(RootedAlgorithm how) {
    return how == RootedAlgorithm::binomial ? schedules::reduce_binomial : schedules::reduce_linear;
}

}  // namespace

schedules::Schedule schedule_of(Call call, const schedules::Shape& shape, const CollectiveAlgorithms& how) {
    using namespace schedules;
    switch (call) {
        case Call::bcast: return bcast_by(how.bcast)(shape);
        case Call::reduce: return reduce_by(how.reduce)(shape);
        case Call::gather:
            return how.gather == RootedAlgorithm::binomial ? gather_binomial(shape) : gather_linear(shape);
        case Call::scatter:
            return how.scatter == RootedAlgorithm::binomial ? scatter_binomial(shape) : scatter_linear(shape);
        case Call::allreduce:
            return how.allreduce == AllreduceAlgorithm::recursive_doubling
                       ? allreduce_doubling(shape)
                       : allreduce_by_root(shape, reduce_by(how.reduce), bcast_by(how.bcast));
        case Call::allgather:
            return how.allgather == AllgatherAlgorithm::ring ? allgather_ring(shape) : allgather_bruck(shape);
        case Call::alltoall:
            return how.alltoall == AlltoallAlgorithm::pairwise ? alltoall_pairwise(shape) : alltoall_linear(shape);
        default: refuse(call);
    }
}

}  // namespace rmasim
