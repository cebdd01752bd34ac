// The contents of all windows after a run that several processes have shared: process 0 gets them in the order of a
// file, piece by piece, so that no process holds more than its own.
#pragma once

#include "sim/machine/exchange/exchange.h"
#include "sim/machine/memory/window_contents.h"

namespace rmasim::sim {

// By all processes, after the last window. `to`: in process 0; others give their part away. Raises ExchangeFailed.
void gather_contents(Exchange& exchange, const Scenario& scenario, const WindowMemory& memory, RankRange ranks,
                     ContentsSink* to);

}  // namespace rmasim::sim
