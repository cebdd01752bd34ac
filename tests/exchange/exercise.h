// What any exchange must do, tried by all of its processes at once: pieces of random sizes go from each to each, some
// processes are late, and each piece says where it belongs.
#pragma once

#include "sim/machine/exchange/exchange.h"

#include <cstdint>

namespace rmasim::sim {

// By all processes, with the same arguments. Raises std::runtime_error at the first piece that is wrong, missing or out
// of order, and where processes do not agree on a window.
void exercise(Exchange& exchange, int windows, std::uint64_t seed);

}  // namespace rmasim::sim
