// The calls of operations in epochs: when their accesses at the target and to their buffers end (SPEC.md, MM-END).
#pragma once

#include "protocol/memmodel/gates.h"
#include "protocol/memmodel/results.h"

namespace rmasim::memmodel {

class OperationCalls {
public:
    OperationCalls(const Setup& setup, Threads& threads, HappensBefore& order, Windows& windows, Accesses& accesses,
                   Gates& gates, Results& results)
        : setup_(setup), threads_(threads), order_(order), windows_(windows), accesses_(accesses), gates_(gates),
          results_(results) {}

    // Returns false if the origin has never opened an epoch for the target. The call is then refused, unless counters
    // cover the operation.
    bool begin(const Origin& origin, ThreadState& thread, const CallRequest& call, const Buffers& buffers);

private:
    bool has_epoch(Rank rank, const Operation& operation);
    Toward& open_toward(Rank rank, const ThreadState& thread, const Operation& operation);
    void ends_with_epoch(Rank rank, const Operation& operation, Toward& toward, const SpanRef& span);
    static SpanRef buffers_of(ThreadState& thread, Toward& toward, Call call, const Buffers& buffers);
    SpanRef reads_of(Rank rank, ThreadState& thread, Toward& toward, const CallRequest& call);

    const Setup& setup_;
    Threads& threads_;
    HappensBefore& order_;
    Windows& windows_;
    Accesses& accesses_;
    Gates& gates_;
    Results& results_;
};

}  // namespace rmasim::memmodel
