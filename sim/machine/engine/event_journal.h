// The interface of a journal of a run that executes its events node by node. The journal receives every executed event,
// and the events that an executed event schedules. With the journal, the events in a trace of the run can be ordered by
// time without a second run (sim/checkers/trace/merged_trace.h).
#pragma once

#include "sim/machine/engine/tie.h"
#include "sim/machine/engine/time.h"

#include <cstdint>

namespace rmasim::sim {

class EventJournal {
public:
    virtual ~EventJournal() = default;
    // Reports that the run begins to handle an event of this node. Until the next call of handles(), calls of
    // schedules() report the events that this event schedules. Calls of schedules() before the first call of handles()
    // report the initial events of the run.
    virtual void handles(std::uint32_t node) = 0;
    virtual void schedules(Time time, Tie tie, Rank rank) = 0;
    // Reports that all processes have executed all events before `time`, and that the packets between processes have
    // been received.
    virtual void all_are_at(Time time) = 0;
};

}  // namespace rmasim::sim
