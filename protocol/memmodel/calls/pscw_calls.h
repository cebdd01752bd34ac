// POST, START, COMPLETE, WAIT: their edges (SPEC.md, MM-EDGE-4), and the operations that they end (MM-END-4).
#pragma once

#include "protocol/memmodel/gates.h"
#include "protocol/memmodel/results.h"

namespace rmasim::memmodel {

class PscwCalls {
public:
    PscwCalls(Threads& threads, Windows& windows, Visibility& visibility, Gates& gates, Results& results)
        : threads_(threads), windows_(windows), visibility_(visibility), gates_(gates), results_(results) {}

    void begin_post(Rank rank, ThreadState& thread, const Group& group);
    void begin_start(Rank rank, ThreadState& thread, const Group& group);
    void end_start(Rank rank, ThreadState& thread) { visibility_.order_memory(rank, thread); }
    void begin_complete(Rank rank, ThreadState& thread);
    void end_complete(Rank rank, ThreadState& thread);
    void end_wait(Rank rank, ThreadState& thread);

private:
    Threads& threads_;
    Windows& windows_;
    Visibility& visibility_;
    Gates& gates_;
    Results& results_;
};

}  // namespace rmasim::memmodel
