// The requests of r-forms, ISEND, IRECV and nonblocking collective calls, and the effects of their ends (SPEC.md,
// MM-END-2).
#pragma once

#include "protocol/memmodel/calls/collective_calls.h"
#include "protocol/memmodel/calls/counter_calls.h"
#include "protocol/memmodel/messages.h"
#include "protocol/memmodel/results.h"

#include <map>
#include <utility>
#include <vector>

namespace rmasim::memmodel {

class Requests {
public:
    Requests(HappensBefore& order, Results& results, Messages& messages, CollectiveCalls& collectives,
             CounterCalls& counters)
        : order_(order), results_(results), messages_(messages), collectives_(collectives), counters_(counters) {}

    // A call begins that tests requests or waits for them.
    void begin(Rank rank, ThreadState& thread, const std::vector<RequestId>& requests) {
        thread.requests = requests;
        counters_.looks(rank, thread.requests);
    }
    void end(Rank rank, ThreadState& thread, const CallAnswer& answer);
    // The active call of the thread has made this request.
    void made(Rank rank, RequestId request, ThreadState& thread) {
        made_[{rank, request}] = std::move(thread.made);
        thread.made = {};
    }

private:
    std::vector<Requested> completed(Rank rank, const ThreadState& thread, const CallAnswer& answer);

    HappensBefore& order_;
    Results& results_;
    Messages& messages_;
    CollectiveCalls& collectives_;
    CounterCalls& counters_;
    std::map<std::pair<Rank, RequestId>, Requested> made_;
};

}  // namespace rmasim::memmodel
