#include "tests/memmodel/execute_counters.h"

#include <algorithm>
#include <iterator>

namespace rmasim::memmodel_test {

CountersAtWork::CountersAtWork(const Program& program, Events& events)
    : program_(program), events_(events), states_(program.requests.size(), State::inactive),
      counters_(program.counters.size()) {
    for (const TestRequest& request : program.requests) {
        if (!request.object) continue;
        counters_[request.counter].request = request.number;
        counters_[request.counter].value = request.count;  // its INIT
    }
}

Event& CountersAtWork::note(Event::Kind kind, std::uint32_t request) {
    Event event;
    event.kind = kind;
    event.rank = program_.requests[request].rank;
    event.thread = program_.requests[request].thread;
    event.asked = request;
    event.counter = program_.requests[request].counter;
    event.value = counters_[event.counter].value;
    events_.push_back(event);
    return events_.back();
}

void CountersAtWork::note_step(std::uint32_t request, RequestStep step) {
    note(Event::Kind::stepped, request).happened = step;
}

std::vector<std::uint32_t> CountersAtWork::requests_that_signal() const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < states_.size(); ++i) {
        if (states_[i] == State::seeking) found.push_back(i);
    }
    return found;
}

void CountersAtWork::move(std::size_t nth) {
    const std::vector<std::uint32_t> leaving = requests_that_signal();
    if (nth < leaving.size()) return signal(leaving[nth]);
    const auto arriving = std::next(under_way_.begin(), static_cast<std::ptrdiff_t>(nth - leaving.size()));
    const auto [counter, origin] = arriving->first;
    if (--arriving->second == 0) under_way_.erase(arriving);
    --counters_[counter].value;
    note(Event::Kind::lowered, counters_[counter].request).origin = origin;
    finish_if_satisfied(counter);
}

void CountersAtWork::signal(std::uint32_t request) {
    const TestRequest& of = program_.requests[request];
    note(Event::Kind::signal_sent, request);
    ++under_way_[{of.counter, of.rank}];
    states_[request] = State::complete;
    note_step(request, RequestStep::complete);
}

void CountersAtWork::finish_if_satisfied(std::uint32_t counter) {
    const Counter& there = counters_[counter];
    const bool satisfied = there.value == 0 || (program_.adds && there.value < 0);
    if (states_[there.request] != State::active || !satisfied) return;
    states_[there.request] = State::complete;
    note_step(there.request, RequestStep::complete);
}

void CountersAtWork::set(std::uint32_t request) {
    Counter& counter = counters_[program_.requests[request].counter];
    if (program_.adds && !counter.finished) return;
    counter.value = (program_.adds ? counter.value : 0) + program_.requests[request].count;
    counter.finished = false;
    note(Event::Kind::set, request);
}

// A request without a mode signals at once, unless it starts itself.
void CountersAtWork::start(std::uint32_t request, RequestStep how) {
    const TestRequest& of = program_.requests[request];
    if (states_[request] != State::inactive) return;
    note_step(request, how);
    states_[request] = State::active;
    if (of.object) {
        set(request);
        finish_if_satisfied(of.counter);
    } else if (of.modes == SyncModes::none && !of.restart) {
        signal(request);
        report(request);
    }
}

void CountersAtWork::report(std::uint32_t request) {
    const TestRequest& of = program_.requests[request];
    if (states_[request] != State::complete) return;
    note_step(request, RequestStep::reported);
    states_[request] = State::inactive;
    if (of.object) counters_[of.counter].finished = true;
    if (of.restart) start(request, RequestStep::restarted);
}

void CountersAtWork::begin(const Step& step) {
    for (const std::uint32_t request : step.requests) {
        if (step.call.call == Call::request_start) start(request, RequestStep::started);
        else if (!program_.requests[request].object && states_[request] == State::active) {
            states_[request] = State::seeking;
        }
    }
}

bool CountersAtWork::may_return(const Step& step) const {
    if (step.call.call == Call::request_start || step.call.call == Call::request_test) return true;
    const auto is_done = [&](std::uint32_t request) {
        return states_[request] == State::complete || states_[request] == State::inactive;
    };
    if (step.call.call != Call::request_waitany) return std::ranges::all_of(step.requests, is_done);
    const auto is_complete = [&](std::uint32_t request) { return states_[request] == State::complete; };
    const auto is_inactive = [&](std::uint32_t request) { return states_[request] == State::inactive; };
    return std::ranges::any_of(step.requests, is_complete) || std::ranges::all_of(step.requests, is_inactive);
}

// WAITANY reports the first that is complete; who is not complete is no longer looked for.
void CountersAtWork::end(const Step& step, Event& event) {
    for (std::size_t i = 0; i < step.requests.size(); ++i) {
        const std::uint32_t request = step.requests[i];
        if (states_[request] == State::seeking) states_[request] = State::active;
        if (step.call.call == Call::request_test) event.done = states_[request] != State::active;
        if (step.call.call == Call::request_start || event.index >= 0) continue;
        if (step.call.call == Call::request_waitany && states_[request] == State::complete) {
            event.index = static_cast<std::int32_t>(i);
        }
        report(request);
    }
}

}  // namespace rmasim::memmodel_test
