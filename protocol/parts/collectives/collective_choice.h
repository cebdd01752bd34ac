// The choice of a collective call's algorithm, by the settings `collectives`.
#pragma once

#include "protocol/base/call.h"
#include "protocol/collectives/schedule.h"
#include "protocol/collectives/shape.h"
#include "protocol/parts/collectives/collective_algorithms.h"

#include <cstddef>
#include <cstdint>

namespace rmasim {

// The arguments of a call that determine the algorithm, in addition to its shape.
struct ChosenFor {
    Call call = Call::none;  // the blocking or the nonblocking form, which a persistent request starts
    std::size_t bytes_per_element = 0;
    bool predefined = true;  // false: the program's own operator reduces
};

// Returns MPICH's choice for ALLTOALL, which may be nonblocking. `bytes`: the size of a block.
AlltoallAlgorithm alltoall_of_mpich(Call call, Rank size, std::uint64_t bytes);

struct ChosenSchedule {
    schedules::Schedule schedule;
    // The number of the algorithm among those of the call. Processes whose calls do not match may have different ones.
    std::uint8_t algorithm = 0;
};
// Returns the schedule of one process in a collective call.
ChosenSchedule schedule_of(const ChosenFor& call, const schedules::Shape& shape, const CollectiveAlgorithms& how);

}  // namespace rmasim
