// FENCE: its edges (SPEC.md, MM-EDGE-3), and the operations of an epoch that it ends (MM-END-3). Operations of the next
// epoch are ordered after both moments of the call.
//
// Calls that release their clock while they are active have two moments: the call and the return. No other rank is
// ordered after the return until this rank's next synchronisation. Both moments make the public copy equal. The return
// does so for data that the call itself completes, such as the result of a GET.
#pragma once

#include "protocol/memmodel/gates.h"
#include "protocol/memmodel/results.h"

namespace rmasim::memmodel {

class FenceCalls {
public:
    FenceCalls(const Setup& setup, Threads& threads, Windows& windows, Visibility& visibility, Gates& gates,
               Results& results)
        : setup_(setup), threads_(threads), windows_(windows), visibility_(visibility), gates_(gates),
          results_(results) {}

    void begin(Rank rank, ThreadState& thread);
    void end(Rank rank, ThreadState& thread);

private:
    void end_epoch(WindowId id, Window& window, std::uint64_t nth);

    const Setup& setup_;
    Threads& threads_;
    Windows& windows_;
    Visibility& visibility_;
    Gates& gates_;
    Results& results_;
};

}  // namespace rmasim::memmodel
