// The interface of a journal of a run that executes its events node by node. The journal receives every executed event,
// and the events that each of them schedules. From the journal, the trace of the run can later be ordered by time
// without a second run (sim/checkers/trace/merged_trace.h).
#pragma once

#include "sim/machine/engine/tie.h"
#include "sim/machine/engine/time.h"

#include <cstdint>

namespace rmasim::sim {

class EventJournal {
public:
    virtual ~EventJournal() = default;
    // An event of this node begins. Until the next call of handles(), calls of schedules() report the events that this
    // event schedules. Calls of schedules() before the first call of handles() report the initial events of the run.
    virtual void handles(std::uint32_t node) = 0;
    virtual void schedules(Time time, Tie tie, Rank rank) = 0;
    // All processes have executed all events before `time`, and their packets have been received.
    virtual void all_are_at(Time time) = 0;
};

}  // namespace rmasim::sim
