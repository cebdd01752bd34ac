// Who is told of each event that is played by node, and of what it schedules: enough to play the same events in time
// once more, without doing their work (sim/checkers/trace/merged_trace.h).
#pragma once

#include "sim/machine/engine/tie.h"
#include "sim/machine/engine/time.h"

#include <cstdint>

namespace rmasim::sim {

class EventJournal {
public:
    virtual ~EventJournal() = default;
    // An event of this node is played now, and schedules what is told next. What is told before the first event is what
    // the run begins with.
    virtual void plays(std::uint32_t node) = 0;
    virtual void schedules(Time time, Tie tie, Rank rank) = 0;
    // All processes have played all events before `time`, and their messages have come.
    virtual void all_are_at(Time time) = 0;
};

}  // namespace rmasim::sim
