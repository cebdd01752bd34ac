// Receives every event that is executed node by node, and what each event schedules. From this record the same events
// can be ordered by time afterwards, without repeating their work (sim/checkers/trace/merged_trace.h).
#pragma once

#include "sim/machine/engine/tie.h"
#include "sim/machine/engine/time.h"

#include <cstdint>

namespace rmasim::sim {

class EventJournal {
public:
    virtual ~EventJournal() = default;
    // An event of this node is executed now. The following calls of schedules() are its events. Calls of schedules()
    // before the first event are the initial events of the run.
    virtual void handles(std::uint32_t node) = 0;
    virtual void schedules(Time time, Tie tie, Rank rank) = 0;
    // All processes have executed all events before `time`, and their packets have been received.
    virtual void all_are_at(Time time) = 0;
};

}  // namespace rmasim::sim
