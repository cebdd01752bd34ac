#include "sim/checkers/invariants/signals.h"

namespace rmasim::sim::check {

void Signals::sent(const Packet& packet) {
    if (context_.family->meaning().is_signal(packet)) ++unclaimed_[static_cast<std::size_t>(packet.source)];
}

// Checks, when a request of operations completes, that this request has sent exactly one signal.
void Signals::claim(Rank rank, RequestId id, Rank target) {
    std::uint32_t& signals = unclaimed_[static_cast<std::size_t>(rank)];
    if (signals != 1) {
        findings_.add(Invariant::signalled_once,
                      "request {} of rank {} for operations to rank {} has sent {} signals instead of 1", id, rank,
                      target, signals);
    }
    signals = 0;
}

void Signals::request_stepped(Rank rank, RequestId id, RequestStep step, WindowId window, Rank target, unsigned modes,
                              std::uint64_t known) {
    State& state = states_[{rank, id}];
    const bool operations = target != no_rank;
    const auto require = [&](State before, const char* what) {
        if (state == before) return;
        findings_.add(Invariant::signalled_once, "request {} of rank {} is {}", id, rank, what);
    };
    switch (step) {
        case RequestStep::started:
        case RequestStep::restarted:
            require(State::inactive, "started while it is active");
            state = State::active;
            break;
        case RequestStep::complete:
            require(State::active, "complete without being active");
            state = operations ? State::signalled : State::complete;
            if (!operations) {
                const std::int64_t value = values_[{rank, window, modes}];
                if (value > 0) {
                    findings_.add(Invariant::counted_right,
                                  "the request of counter {} of rank {} is complete while the counter is {}", modes,
                                  rank, value);
                }
                break;
            }
            claim(rank, id, target);
            operations_.require_complete_of(rank, window, target, known, modes);
            if (target != rank) on_their_way_[{rank, target}].push_back({window, modes, known});
            break;
        case RequestStep::reported:
            require(operations ? State::signalled : State::complete, "reported before it is complete");
            state = State::inactive;
            break;
    }
}

void Signals::applied(const CounterChange& change) {
    if (change.by == change.owner) {
        ++unclaimed_[static_cast<std::size_t>(change.owner)];
        return;
    }
    std::deque<Vouch>& vouches = on_their_way_[{change.by, change.owner}];
    if (vouches.empty()) {
        findings_.add(Invariant::signalled_once, "rank {} applies a signal that rank {} did not send", change.owner,
                      change.by);
        return;
    }
    const Vouch vouch = vouches.front();
    vouches.pop_front();
    operations_.require_applied_of(change.by, vouch.window, change.owner, vouch.serial, vouch.modes);
}

void Signals::counter_changed(const CounterChange& change) {
    const bool too_late = change.step == CounterStep::freed && change.by != no_rank;
    if (too_late) return applied(change);
    std::int64_t& value = values_[{change.owner, change.window, change.counter}];
    if (change.step == CounterStep::allocated) value = 0;
    if (change.from != value) {
        findings_.add(Invariant::counted_right, "counter {} of rank {} has the value {} instead of {}", change.counter,
                      change.owner, change.from, value);
    }
    if (change.step == CounterStep::lowered) {
        if (change.to != change.from - 1) {
            findings_.add(Invariant::counted_right, "counter {} of rank {} is changed from {} to {} by one signal",
                          change.counter, change.owner, change.from, change.to);
        }
        applied(change);
    }
    value = change.to;
}

void Signals::call_returned(Rank rank, std::string_view call, const std::vector<RequestId>& requests) {
    if (unclaimed_[static_cast<std::size_t>(rank)] != 0) {
        findings_.add(Invariant::signalled_once, "rank {} has sent a signal for a request that is not complete", rank);
    }
    for (const RequestId id : requests) {
        const auto state = states_.find({rank, id});
        if (state == states_.end() || state->second != State::signalled) continue;
        findings_.add(Invariant::signalled_once,
                      "request {} of rank {} has sent its signal, but {} did not report the request as complete", id,
                      rank, call);
    }
}

void Signals::requests_freed(Rank rank, const std::vector<RequestId>& requests) {
    for (const RequestId id : requests) states_.erase({rank, id});
}

void Signals::ended() {
    for (const auto& [pair, vouches] : on_their_way_) {
        if (vouches.empty()) continue;
        findings_.add(Invariant::signalled_once, "{} signals of rank {} to rank {} were never applied", vouches.size(),
                      pair.first, pair.second);
    }
}

void Signals::reset() {
    std::fill(unclaimed_.begin(), unclaimed_.end(), 0);
    on_their_way_.clear();
    values_.clear();
    states_.clear();
}

}  // namespace rmasim::sim::check
