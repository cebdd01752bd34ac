#include "protocol/synccount/modes/modes.h"

#include "protocol/synccount/routines/counter_value.h"
#include "protocol/synccount/routines/seek.h"
#include "protocol/synccount/routines/signal.h"

namespace rmasim::synccount {

namespace {

SyncRequest& request_of(EngineState& engine, Call call, RequestId id) {
    SyncRequest* const request = engine.requests.find(id);
    if (request == nullptr) throw ErroneousProgram(call, "no request has the number " + std::to_string(id));
    return *request;
}

std::string text_of_request(const EngineState& engine, const SyncRequest& request) {
    if (request.object) return "the request of " + text_of(engine.counters[request.counter.slot], engine.rank);
    return "the request for operations to rank " + std::to_string(request.target) + ", which lowers " +
           text_of(request.counter, request.target) + ',';
}

// Returns the counter of an object request. Raises MPI_ERR_WIN_COUNTER if the counter was negative, and an error if the
// counter was freed.
Counter& counter_of(EngineState& engine, Call call, const SyncRequest& request) {
    Counter* const counter = engine.counters.find(request.counter.slot, request.counter.generation);
    if (counter == nullptr) {
        throw ErroneousProgram(call, text_of(request.counter, engine.rank) +
                                         ", to which the request belongs, was freed by win_free_sync_objects");
    }
    require_not_negative(engine, call, *counter);
    return *counter;
}

void report_step(EngineState& engine, const SyncRequest& request, RequestId id, RequestStep step) {
    engine.world.observer.request_stepped(engine.rank, id, step, request.window, request.target,
                                          static_cast<unsigned>(request.modes));
}

// Starts a request of operations. With `notify_empty: "start"`, a request that has neither a mode nor `restart` sends
// its signal now (SC-OPS-6).
void start_operations(EngineState& engine, Call call, SyncRequest& request, RequestId id) {
    require_members(engine, engine.windows[request.window], call, request.target);
    report_step(engine, request, id, RequestStep::started);
    const bool notifies =
        request.modes == SyncModes::none && !request.restart && engine.config.notify_empty == NotifyEmpty::start;
    if (!notifies) {
        request.state = SyncRequest::State::active;
        return;
    }
    signal(engine, request, id);
    report_step(engine, request, id, RequestStep::complete);
    report_step(engine, request, id, RequestStep::reported);
}

}  // namespace

void start_request(EngineState& engine, Call call, RequestId id) {
    SyncRequest& request = request_of(engine, call, id);
    if (request.object) counter_of(engine, call, request);
    if (request.state != SyncRequest::State::inactive) {
        throw ErroneousProgram(call, text_of_request(engine, request) + " is active");
    }
    request.idle = false;
    if (!request.object) return start_operations(engine, call, request, id);
    require_members(engine, engine.windows[request.window], call, no_rank);
    start(engine, counter_of(engine, call, request), request, id);
}

bool Requests::begin(Call call, RequestId id) {
    if (is_message(id)) return messages_.begin(call, id);
    SyncRequest& request = request_of(engine_, call, id);
    if (request.object) {
        if (request.state != SyncRequest::State::inactive) counter_of(engine_, call, request);
        return is_done(id);
    }
    if (request.seeking) throw ErroneousProgram(call, "another thread waits for " + text_of_request(engine_, request));
    const bool reports = call == Call::request_wait || call == Call::request_waitall;
    if (request.state == SyncRequest::State::active) seek(engine_, request, id, reports);
    return is_done(id);
}

bool Requests::is_active(RequestId id) const {
    return is_message(id) ? messages_.is_active(id) : engine_.requests.find(id)->state != SyncRequest::State::inactive;
}

bool Requests::is_done(RequestId id) const {
    if (!engine_.noted.empty()) return true;
    if (is_message(id)) return messages_.is_done(id);
    const SyncRequest& request = *engine_.requests.find(id);
    return request.state != SyncRequest::State::active || is_satisfied(request);
}

// Reports the request. A request with `restart` is started again in the same step (SC-INFO-1).
bool Requests::report(const RequestList& list, RequestId id) {
    raise_noted(engine_, list.call);
    if (is_message(id)) return messages_.report(list, id);
    if (list.statuses != nullptr) list.statuses->push_back({});
    SyncRequest& request = request_of(engine_, list.call, id);
    if (request.state == SyncRequest::State::inactive) return false;
    if (request.state == SyncRequest::State::active) cover_and_signal(engine_, request, id);
    report_step(engine_, request, id, RequestStep::reported);
    request.state = SyncRequest::State::inactive;
    if (request.object) {
        Counter& counter = counter_of(engine_, list.call, request);
        counter.finished = true;
        if (request.restart) restart(engine_, counter, request, id);
    } else if (request.restart) {
        request.state = SyncRequest::State::active;
        request.idle = true;
        report_step(engine_, request, id, RequestStep::restarted);
    }
    return false;
}

void Requests::leave(RequestId id) {
    if (is_message(id)) return;
    SyncRequest& request = *engine_.requests.find(id);
    if (!request.object) stop_seeking(engine_, request, id);
}

void Requests::cancel(Call call, RequestId id) {
    if (is_message(id)) return messages_.cancel(call, id);
    throw ErroneousProgram(call, text_of_request(engine_, request_of(engine_, call, id)) + " cannot be cancelled");
}

void Requests::free(Call call, RequestId id) {
    if (is_message(id)) return messages_.free(call, id);
    SyncRequest& request = request_of(engine_, call, id);
    if (request.state != SyncRequest::State::inactive && !request.idle) {
        throw ErroneousProgram(call, text_of_request(engine_, request) + " is active");
    }
    engine_.requests.close(id);
    if (!request.object) return;
    Counter* const counter = engine_.counters.find(request.counter.slot, request.counter.generation);
    if (counter != nullptr) counter->object = none;
}

// For an object request, the reason's `target` is the slot of the request's counter.
WaitReason Requests::reason(Call call, RequestId id) const {
    if (is_message(id)) return messages_.reason(call, id);
    const SyncRequest& request = *engine_.requests.find(id);
    if (request.object) return {call, request.window, Awaited::counter, static_cast<Rank>(request.counter.slot)};
    const bool asks = engine_.acknowledges() && request.modes != SyncModes::get;
    return {call, request.window, asks ? Awaited::acknowledgements : Awaited::operations, request.target};
}

}  // namespace rmasim::synccount
