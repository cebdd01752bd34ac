// The calls that open and close epochs, and the operations in epochs.
#pragma once

#include "protocol/memmodel/calls/fence_calls.h"
#include "protocol/memmodel/calls/lock_calls.h"
#include "protocol/memmodel/calls/operation_calls.h"
#include "protocol/memmodel/calls/pscw_calls.h"

namespace rmasim::memmodel {

class EpochCalls {
public:
    EpochCalls(const Setup& setup, Threads& threads, HappensBefore& order, Windows& windows, Visibility& visibility,
               Accesses& accesses, Results& results)
        : gates_(setup, threads, windows, accesses), fences_(setup, threads, windows, visibility, gates_, results),
          pscw_(threads, windows, visibility, gates_, results),
          locks_(threads, order, windows, visibility, gates_, results),
          operations_(setup, threads, order, windows, accesses, gates_, results) {}

    // Returns false if the operation has no epoch (OperationCalls::begin).
    bool operation(const Origin& origin, ThreadState& thread, const CallRequest& call, const Buffers& buffers) {
        return operations_.begin(origin, thread, call, buffers);
    }
    // A synchronising call begins and ends. Other calls have no effect.
    void begin(Rank rank, ThreadState& thread, const Group& group);
    void end(Rank rank, ThreadState& thread, bool done);
    void granted(Rank target, WindowId window, Rank rank) { locks_.granted(target, window, rank); }

private:
    Gates gates_;
    FenceCalls fences_;
    PscwCalls pscw_;
    LockCalls locks_;
    OperationCalls operations_;
};

}  // namespace rmasim::memmodel
