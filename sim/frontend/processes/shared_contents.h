// The transfer of the windows' final contents to process 0, after a shared run. Process 0 receives them in the order of
// the file, in pieces, so no process needs memory for the contents of another one.
#pragma once

#include "sim/machine/exchange/exchange.h"
#include "sim/machine/memory/window_contents.h"

namespace rmasim::sim {

// Transfers the contents of all windows. All processes must call it, after the last slice. `to`: the destination in
// process 0; null in others. Raises ExchangeFailed.
void gather_contents(Exchange& exchange, const Scenario& scenario, const WindowMemory& memory, RankRange ranks,
                     ContentsSink* to);

}  // namespace rmasim::sim
