// The choice of a collective call's algorithm, by the settings `collectives`.
#pragma once

#include "protocol/base/call.h"
#include "protocol/collectives/schedule.h"
#include "protocol/collectives/shape.h"
#include "protocol/parts/collectives/collective_algorithms.h"

namespace rmasim {

// Returns the schedule of one process in a collective call. `call` is the blocking form. `bytes_per_element`: the size
// of the datatype.
schedules::Schedule schedule_of(Call call, const schedules::Shape& shape, std::size_t bytes_per_element,
                                const CollectiveAlgorithms& how);

}  // namespace rmasim
