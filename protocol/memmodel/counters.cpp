#include "protocol/memmodel/counters.h"

#include <algorithm>

namespace rmasim::memmodel {

namespace {

SyncModes mode_of(OpKind kind) {
    if (kind == OpKind::put) return SyncModes::put;
    return kind == OpKind::get ? SyncModes::get : SyncModes::accumulate;
}

// A GET has ended at its target when its data have arrived.
bool is_applied(SyncModes mode, bool applied) { return applied || mode == SyncModes::get; }

}  // namespace

bool Counters::vouches_for(const Reported& request, const Batch& batch) {
    return has(request.modes, batch.mode) && batch.look < request.looks;
}

// Drops batches of operations that the shadow has dropped.
void Counters::Operations::clean_up() {
    if (batches.size() < next_clean_up) return;
    std::erase_if(batches, [&](const Batch& batch) { return batch.look < looks && !batch.is_needed(); });
    next_clean_up = std::max<std::size_t>(2, 2 * batches.size());
}

const CountedSpans& Counters::spans_of(Rank origin, const Operation& operation) {
    Operations& all = operations_[{operation.window, origin, operation.target}];
    const SyncModes mode = mode_of(operation.kind);
    for (auto at = all.batches.rbegin(); at != all.batches.rend() && at->look == all.looks; ++at) {
        if (at->mode == mode) return at->spans;
    }
    all.clean_up();
    const CountedSpans made{make_ref<Span>(), make_ref<Span>()};
    made.remote->mode = made.local->mode = Mode::counter;
    all.batches.push_back({mode, all.looks, made});
    return all.batches.back().spans;
}

void Counters::looks(Rank rank, const std::vector<RequestId>& requests) {
    for (const RequestId id : requests) {
        const auto found = requests_.find({rank, id});
        if (found == requests_.end() || found->second.of_counter()) continue;
        Reported& request = found->second;
        request.looks = ++operations_[{request.window, rank, request.target}].looks;
        request.signals = false;
    }
}

void Counters::signal(const CounterSignal& signal, const Moment& sent, Call call, bool applied) {
    Reported& request = requests_[{signal.by, signal.request}];
    request.signals = true;
    Signal made{sent, {}};
    for (const Batch& batch : operations_[{signal.window, signal.by, signal.owner}].batches) {
        if (!vouches_for(request, batch)) continue;
        if (is_applied(batch.mode, applied)) batch.spans.remote->over_at(sent, call);
        made.operations.push_back(batch.spans.remote);
    }
    under_way_[{signal.owner, signal.slot, signal.generation, signal.by}].push_back(std::move(made));
}

void Counters::release_clock(Rank rank, const Reported& request, const Moment& now, Call call, bool applied) {
    for (const Batch& batch : operations_[{request.window, rank, request.target}].batches) {
        if (!vouches_for(request, batch)) continue;
        batch.spans.local->over_at(now, call);
        if (is_applied(batch.mode, applied)) batch.spans.remote->over_at(now, call);
        else batch.spans.remote->left_at(now);
    }
}

// Signals of one rank for one counter are alike: the n-th to arrive counts as the n-th that was sent.
void Counters::changed(const CounterChange& change) {
    const std::tuple name{change.owner, change.window, change.counter};
    if (change.step == CounterStep::freed) {
        counters_.erase(name);
        return;
    }
    Counter& counter = counters_[name];
    counter.value = change.to;
    if (change.step == CounterStep::lowered) {
        const auto sent = under_way_.find({change.owner, change.slot, change.generation, change.by});
        if (sent == under_way_.end()) return;
        counter.counted.push_back(std::move(sent->second.front()));
        sent->second.pop_front();
        if (sent->second.empty()) under_way_.erase(sent);
        return;
    }
    // A reset discards earlier signals, unless early signals stay.
    if (change.to == change.count) counter.counted.clear();
}

// Counts the signals down to zero. Signals below zero are for the next use.
void Counters::count(Counter& counter, Reported& request) {
    const auto later = static_cast<std::size_t>(std::max<std::int64_t>(0, -counter.value));
    while (counter.counted.size() > later) {
        Signal& signal = counter.counted.front();
        request.known.add(signal.sent);
        request.operations.insert(request.operations.end(), signal.operations.begin(), signal.operations.end());
        counter.counted.pop_front();
    }
}

std::optional<Reported> Counters::stepped(Rank rank, RequestId id, RequestStep step, WindowId window, Rank target,
                                          unsigned modes) {
    Reported& request = requests_[{rank, id}];
    const bool of_counter = target == no_rank;
    switch (step) {
        case RequestStep::started:
        case RequestStep::restarted:
            request = {.window = window, .target = target};
            if (!of_counter) request.modes = static_cast<SyncModes>(modes);
            return std::nullopt;
        case RequestStep::complete:
            if (of_counter) count(counters_[{rank, window, modes}], request);
            return std::nullopt;
        case RequestStep::reported: {
            Reported found = request;
            request.known = {};
            request.operations.clear();
            return found;
        }
    }
    return std::nullopt;
}

}  // namespace rmasim::memmodel
