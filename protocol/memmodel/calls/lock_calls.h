// LOCK, LOCK_ALL, UNLOCK, FLUSH and their variants: the edges of grants (SPEC.md, MM-EDGE-5), and the operations that
// these calls end (MM-END-5).
#pragma once

#include "protocol/memmodel/gates.h"
#include "protocol/memmodel/results.h"

namespace rmasim::memmodel {

class LockCalls {
public:
    LockCalls(Threads& threads, HappensBefore& order, Windows& windows, Visibility& visibility, Gates& gates,
              Results& results)
        : threads_(threads), order_(order), windows_(windows), visibility_(visibility), gates_(gates),
          results_(results) {}

    void begin_lock(Rank rank, ThreadState& thread);
    void end_lock(Rank rank, ThreadState& thread);
    // FLUSH..., UNLOCK...: they end the operations of all threads that were called before. The next holder of the lock
    // is ordered after the end of the operations, but not of their buffers.
    void begin_completion(Rank rank, ThreadState& thread);
    void end_completion(Rank rank, ThreadState& thread);
    // The target has granted the lock to the rank.
    void granted(Rank target, WindowId window, Rank rank);

private:
    void grant(Rank rank, WindowId window, Toward& toward);
    void release(WindowId window, Toward& toward);

    Threads& threads_;
    HappensBefore& order_;
    Windows& windows_;
    Visibility& visibility_;
    Gates& gates_;
    Results& results_;
};

}  // namespace rmasim::memmodel
