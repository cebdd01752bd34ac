// A test for all implementations of Exchange, which all processes run at the same time. Each process sends messages of
// random sizes to each process, and some processes are late. The contents of a message identify its source, target and
// number.
#pragma once

#include "sim/machine/exchange/exchange.h"

#include <cstdint>

namespace rmasim::sim {

// Runs the test. All processes must call this function with the same arguments. Raises std::runtime_error for the first
// message that is wrong, missing or out of order, and if processes do not agree on a slice.
void exercise(Exchange& exchange, int windows, std::uint64_t seed);

}  // namespace rmasim::sim
