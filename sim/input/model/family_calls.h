// The MPI calls that each protocol family has.
#pragma once

#include "protocol/newrma/calls.h"
#include "protocol/shm/calls.h"
#include "sim/input/model/scenario.h"

namespace rmasim::sim {

constexpr CallSet calls_of(Family family) { return family == Family::shm ? shm::calls : newrma::calls; }

}  // namespace rmasim::sim
