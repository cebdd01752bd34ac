// A test of any implementation of Exchange, run by all of its processes at once. Messages of random sizes go from each
// process to each, some processes are late, and the contents of a message name its source, target and number.
#pragma once

#include "sim/machine/exchange/exchange.h"

#include <cstdint>

namespace rmasim::sim {

// Runs the test. All processes call it with the same arguments. Raises std::runtime_error at the first message that is
// wrong, missing or out of order, and if processes do not agree on a slice.
void exercise(Exchange& exchange, int windows, std::uint64_t seed);

}  // namespace rmasim::sim
