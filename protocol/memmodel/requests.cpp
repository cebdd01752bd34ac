#include "protocol/memmodel/requests.h"

#include "protocol/base/call_table.h"

namespace rmasim::memmodel {

// WAITANY and TESTANY complete one request of the list, WAITSOME and TESTSOME some. TEST and TESTALL complete all or
// none.
std::vector<Requested> Requests::completed(Rank rank, const ThreadState& thread, const CallAnswer& answer) {
    if (starts_requests(thread.call)) return {};
    const bool tests = thread.call == Call::request_test || thread.call == Call::request_testall;
    if (tests && !answer.done) return {};
    std::vector<RequestId> completed = thread.requests;
    const bool one = thread.call == Call::request_waitany || thread.call == Call::request_testany;
    const bool some = thread.call == Call::request_waitsome || thread.call == Call::request_testsome;
    if (one || some) {
        completed.clear();
        if (one && answer.index >= 0) completed = {thread.requests[static_cast<std::size_t>(answer.index)]};
        if (some && answer.lists) {
            for (const std::int32_t index : answer.lists->indices) {
                completed.push_back(thread.requests[static_cast<std::size_t>(index)]);
            }
        }
    }
    std::vector<Requested> ended;
    for (const RequestId id : completed) {
        const auto found = made_.find({rank, id});
        if (found == made_.end()) continue;
        ended.push_back(std::move(found->second));
        made_.erase(found);
    }
    return ended;
}

void Requests::end(Rank rank, ThreadState& thread, const CallAnswer& answer) {
    if (thread.call == Call::request_free || thread.call == Call::request_cancel) return;
    const std::vector<Requested> ended = completed(rank, thread, answer);
    if (ended.empty() && thread.reported.empty()) return;
    // The call completes its operations before it acquires clocks: another thread's store that is ordered only before
    // the call's return is not one of the results that the call publishes (MM-COPY-1).
    const Moment completes = thread.clock.point();
    for (const Requested& one : ended) {
        if (one.receive) messages_.take(rank, thread, *one.receive);
        if (one.receipt != nullptr) messages_.end_synchronous(thread, *one.receipt);
        if (one.collective) collectives_.complete(rank, thread, *one.collective);
        if (one.granted != nullptr) results_.acquire(thread, *one.granted);
        if (one.found != nullptr) results_.acquire(thread, *one.found);
        if (one.needed != nullptr) order_.need(thread, *one.needed);
    }
    counters_.acquire_reported(thread);
    for (const Requested& one : ended) {
        one.buffers->over_at(completes, thread.call);
        if (one.reads != nullptr) one.reads->over_at(completes, thread.call);
    }
    if (!thread.reported.empty()) counters_.end_reported(rank, thread, completes);
}

}  // namespace rmasim::memmodel
