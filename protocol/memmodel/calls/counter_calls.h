// The edges of synchronisation counters (SPEC.md, MM-EDGE-8 and MM-END-6), and the operations that persistent requests
// cover.
#pragma once

#include "protocol/memmodel/shadow/accesses.h"
#include "protocol/memmodel/shadow/visibility.h"

#include <vector>

namespace rmasim::memmodel {

class CounterCalls {
public:
    CounterCalls(const Setup& setup, Threads& threads, Visibility& visibility, Accesses& accesses, Shadow& shadow)
        : setup_(setup), threads_(threads), visibility_(visibility), accesses_(accesses), shadow_(shadow) {}

    // An operation without an epoch. It may reach its target at once: it has no gate.
    void operation(const Origin& origin, ThreadState& thread, const CallRequest& call, const Buffers& buffers);
    // A TEST or WAIT for these requests begins.
    void looks(Rank rank, const std::vector<RequestId>& requests) { counters_.looks(rank, requests); }
    // Events of persistent requests and counters. They are reported while the rank is inside the call that starts the
    // request, tests it or waits for it.
    void signal_sent(const CounterSignal& signal);
    void request_stepped(Rank rank, RequestId request, RequestStep step, WindowId window, Rank target, unsigned modes);
    void changed(const CounterChange& change) { counters_.changed(change); }

    // Returns the thread that is inside a call on the request.
    ThreadState& inside(Rank rank, RequestId request);
    // The TEST or WAIT of the thread returns: the thread acquires the clocks of the reported requests.
    void acquire_reported(ThreadState& thread);
    // A signal releases its thread's clock. The report of the counter has the effect of WAIT in PSCW. The rank that
    // receives the signal is not ordered after the end of the buffers, which is in the signalling call. `completes` is
    // a moment of the call before `acquire_reported`.
    void end_reported(Rank rank, ThreadState& thread, const Moment& completes);

private:
    const Setup& setup_;
    Threads& threads_;
    Visibility& visibility_;
    Accesses& accesses_;
    Shadow& shadow_;
    Counters counters_;
};

}  // namespace rmasim::memmodel
