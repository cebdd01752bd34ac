// The transfer of the windows' final contents to process 0, after a shared run. Process 0 receives the contents in the
// order of the file, in parts. No process therefore needs memory for the contents of another process.
#pragma once

#include "sim/machine/exchange/exchange.h"
#include "sim/machine/memory/window_contents.h"

namespace rmasim::sim {

// Transfers the contents of all windows. All processes must call this function after the last slice. `to` is the
// destination in process 0, and is null in the other processes. Raises ExchangeFailed.
void gather_contents(Exchange& exchange, const Scenario& scenario, const WindowMemory& memory, RankRange ranks,
                     ContentsSink* to);

}  // namespace rmasim::sim
