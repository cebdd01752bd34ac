#include "sim/untimed/fuzz/program/counter_bodies.h"

#include <algorithm>

namespace rmasim::fuzz {

namespace {

std::vector<const Channel*> channels_of(const Episode& episode, Rank rank, bool frees = false) {
    std::vector<const Channel*> channels;
    for (const Channel& channel : episode.channels) {
        const bool wanted = episode.counters[channel.counter].frees == frees;
        if (channel.origin == rank && wanted) channels.push_back(&channel);
    }
    return channels;
}

std::vector<const PlannedCounter*> counters_of(const Episode& episode, Rank rank) {
    std::vector<const PlannedCounter*> counters;
    for (const PlannedCounter& counter : episode.counters) {
        if (counter.owner == rank) counters.push_back(&counter);
    }
    return counters;
}

}  // namespace

void CounterBodies::start_round(const Episode& episode, int unit) {
    if (episode.early) return;
    for (const PlannedCounter& counter : episode.counters) {
        if (counter.restart && unit != episode.unit) continue;
        steps_.start(counter.owner, counter.thread, episode, unit, {counter.request});
    }
}

void CounterBodies::add(const Episode& episode) {
    if (episode.kind != Episode::Kind::gather) {
        for (Rank rank = 0; rank < program_.ranks; ++rank) {
            if (episode.kind == Episode::Kind::halo) halo({episode, episode.unit, rank});
            else chain({episode, episode.unit, rank});
        }
        return;
    }
    gather(episode, episode.unit);
    for (std::uint64_t round = 1; round < episode.rounds; ++round) {
        const int unit = steps_.make_unit(episode.unit);
        if (!episode.early && chance(random_, 30)) init_again(episode, unit);
        start_round(episode, unit);
        steps_.barrier(unit);
        random_operations_.uses().clear();
        gather(episode, unit);
    }
}

// Frees the requests of some counters and creates new requests for these counters.
void CounterBodies::init_again(const Episode& episode, int unit) {
    for (const PlannedCounter& counter : episode.counters) {
        if (counter.restart || !chance(random_, 50)) continue;
        Step step{.call = Call::request_free, .window = episode.window};
        step.more.requests = {counter.request};
        steps_.add(counter.owner, counter.thread, unit, true, std::move(step));
        steps_.init(episode, counter, unit);
    }
}

// Starts counters of early episodes. Such counters may already have received signals.
void CounterBodies::begin_late(const Stage& stage, const Counters& counters) {
    if (!stage.episode.early) return;
    const bool first = stage.unit == stage.episode.unit;
    for (const PlannedCounter* const counter : counters) {
        if (first) steps_.init(stage.episode, *counter, stage.unit);
        if (!first && counter->restart) continue;
        steps_.start(stage.rank, counter->thread, stage.episode, stage.unit, {counter->request});
    }
}

// Adds a round of a gather: each origin operates and signals, and then each target waits for its counters. In a rank
// with one thread, a wait for a counter never blocks an operation: the operations are posted earlier, or the waiting
// call starts them.
void CounterBodies::gather(const Episode& episode, int unit) {
    for (Rank rank = 0; rank < program_.ranks; ++rank) {
        const Stage stage{episode, unit, rank};
        const Counters own = counters_of(episode, rank);
        const bool late = chance(random_, 50);
        if (!late) begin_late(stage, own);
        std::map<ThreadId, AwaitedList> awaited = operate(stage, channels_of(episode, rank));
        if (late) begin_late(stage, own);
        if (program_.threads > 1 || chance(random_, 50)) finish(stage, std::exchange(awaited, {}));
        std::map<ThreadId, AwaitedList> waiting = awaited;
        for (const PlannedCounter* const counter : own) {
            waiting[counter->thread].push_back({counter->request, counter->restart, true});
        }
        const bool one_thread = waiting.size() == 1;
        finish(stage, std::move(waiting));
        if (!own.empty() && one_thread) show_window(rank);
    }
}

// Adds the rounds of a halo. In each round, a rank signals that its own segment is free. It waits until the segments of
// its targets are free, operates, and waits until all origins have operated. When a counter is complete, the rank
// restarts the counter before it sends the signal that allows other ranks to decrement the counter.
void CounterBodies::halo(const Stage& stage) {
    const Episode& episode = stage.episode;
    const Counters own = counters_of(episode, stage.rank);
    const auto is_free = [](const PlannedCounter* counter) { return counter->frees; };
    const auto free = std::find_if(own.begin(), own.end(), is_free);
    const auto full = std::find_if_not(own.begin(), own.end(), is_free);
    begin_late(stage, own);
    for (std::uint64_t round = 0; round < episode.rounds; ++round) {
        const auto start_again = [&](const PlannedCounter& counter) {
            if (counter.restart) return;
            steps_.start(stage.rank, counter.thread, episode, stage.unit, {counter.request});
        };
        if (full != own.end() && round > 0) start_again(**full);
        const Channels signals = channels_of(episode, stage.rank, true);
        start_channels(stage, signals);
        finish(stage, awaited_of(signals));
        if (free != own.end()) {
            wait_for(stage, **free);
            random_operations_.uses().clear();
            if (round + 1 < episode.rounds) start_again(**free);
        }
        finish(stage, operate(stage, channels_of(episode, stage.rank)));
        if (full == own.end()) continue;
        wait_for(stage, **full);
        show_window(stage.rank);
    }
}

void CounterBodies::chain(const Stage& stage) {
    const Counters own = counters_of(stage.episode, stage.rank);
    begin_late(stage, own);
    if (!own.empty()) {
        wait_for(stage, *own.front());
        show_window(stage.rank);
    }
    finish(stage, operate(stage, channels_of(stage.episode, stage.rank)));
}

void CounterBodies::wait_for(const Stage& stage, const PlannedCounter& counter) {
    finish(stage, counter.thread, {{counter.request, counter.restart, true}});
}

// Sets `shows_window` of the rank's last step, which must be a wait for the rank's last counter of this window.
void CounterBodies::show_window(Rank rank) {
    program_.steps[static_cast<std::size_t>(rank)].back().more.shows_window = true;
}

// ---- Operations.

void CounterBodies::start_channels(const Stage& stage, const Channels& channels) {
    std::map<ThreadId, std::vector<std::uint32_t>> of_threads;
    for (const Channel* const channel : channels) {
        if (!channel->restart) of_threads[channel->thread].push_back(channel->request);
    }
    for (const auto& [thread, requests] : of_threads) {
        steps_.start(stage.rank, thread, stage.episode, stage.unit, requests);
    }
}

std::map<ThreadId, CounterBodies::AwaitedList> CounterBodies::operate(const Stage& stage, Channels pending) {
    start_channels(stage, pending);
    std::uint64_t count = 0;
    if (!pending.empty()) {
        count = random_.below(3 * pending.size() + 1);
        if (chance(random_, 10)) count *= 3;
    }
    for (std::uint64_t i = 0; i < count && !pending.empty(); ++i) {
        const auto which = static_cast<std::ptrdiff_t>(random_.below(pending.size()));
        const Channel& channel = *pending[static_cast<std::size_t>(which)];
        if (chance(random_, 85)) {
            operation(stage, channel);
            continue;
        }
        finish(stage, channel.thread, {{channel.request, channel.restart, false, &channel}});
        // The origin's later operations on the same elements are ordered after the earlier ones: the later operations
        // follow the signal, or the earlier ones are acknowledged.
        std::erase_if(random_operations_.uses(), [&](const auto& entry) {
            const auto& [rank, window, target, at] = entry.first;
            const bool same = rank == channel.origin && window == stage.episode.window && target == channel.target;
            const bool alone = channel.thread == operating_thread(channel.origin, channel.target);
            const auto use = entry.second;
            return same && alone &&
                   ((use == RandomOperations::Use::put && has(channel.modes, SyncModes::put)) ||
                    (use == RandomOperations::Use::read && has(channel.modes, SyncModes::get)) ||
                    (use == RandomOperations::Use::accumulated && has(channel.modes, SyncModes::accumulate)));
        });
        pending.erase(pending.begin() + which);
    }
    return awaited_of(pending);
}

std::map<ThreadId, CounterBodies::AwaitedList> CounterBodies::awaited_of(const Channels& channels) {
    std::map<ThreadId, AwaitedList> awaited;
    for (const Channel* const each : channels) {
        awaited[each->thread].push_back({each->request, each->restart, false, each});
    }
    return awaited;
}

// Adds an operation of one of the channel's modes. Only one thread of a rank accesses the rank's own block of a target.
void CounterBodies::operation(const Stage& stage, const Channel& channel) {
    std::vector<OpKind> kinds;
    if (has(channel.modes, SyncModes::put)) kinds.push_back(OpKind::put);
    if (has(channel.modes, SyncModes::get)) kinds.push_back(OpKind::get);
    if (has(channel.modes, SyncModes::accumulate)) kinds.push_back(OpKind::accumulate);
    if (kinds.empty()) return;
    const OpKind kind = element_of(random_, kinds);
    const WindowId window = stage.episode.window;
    const bool alone = channel.thread == operating_thread(channel.origin, channel.target);
    std::optional<Step> step;
    if (kind == OpKind::accumulate && (!alone || chance(random_, 40))) {
        step = random_operations_.shared_accumulate(window, channel.target);
    } else if (alone) {
        step = random_operations_.on_own_block(stage.rank, window, channel.target, kind);
    }
    if (step) steps_.add(stage.rank, channel.thread, stage.unit, false, *std::move(step));
}

// ---- Waits.

void CounterBodies::finish(const Stage& stage, std::map<ThreadId, AwaitedList> awaited) {
    for (auto& [thread, of_thread] : awaited) finish(stage, thread, std::move(of_thread));
}

void CounterBodies::finish(const Stage& stage, ThreadId thread, AwaitedList awaited) {
    if (awaited.empty()) return;
    const bool restarts = std::any_of(awaited.begin(), awaited.end(), [](const Awaited& one) { return one.restart; });
    shuffle(random_, awaited);
    if (between_ != nullptr && chance(*between_, 40)) leave_all(stage, thread, awaited);
    if (between_ != nullptr && !restarts && chance(*between_, 40)) return wait_for_some(stage, thread, awaited);
    const std::uint64_t way = random_.below(restarts ? 2 : 4);
    if (way == 0) return wait_each(stage, thread, std::move(awaited));
    if (way == 2) {
        for (std::size_t i = 0; i < awaited.size(); ++i) call(stage, thread, Call::request_waitany, awaited);
        return;
    }
    if (way == 3) call(stage, thread, Call::request_testall, awaited, true);
    call(stage, thread, Call::request_waitall, awaited);
}

// Adds one more request to the call: the request of a message of the thread to itself. TESTALL reports nothing, because
// this message has not arrived. WAITANY and TESTANY report this request, because it is complete and the first of the
// list (SC-REQ-1).
void CounterBodies::leave_all(const Stage& stage, ThreadId thread, const AwaitedList& awaited) {
    const std::uint64_t way = between_->below(3);
    const Call calls[] = {Call::request_testall, Call::request_waitany, Call::request_testany};
    const std::uint32_t request = steps_.make_variable();
    const auto half = [&](Call of_message) { steps_.own_message(of_message, stage.rank, thread, stage.unit, request); };
    AwaitedList all{{request, false, false}};
    all.insert(all.end(), awaited.begin(), awaited.end());
    half(way == 0 ? Call::irecv : Call::isend);
    call(stage, thread, calls[way], all, true);
    for (const Awaited& one : awaited) {
        for (std::uint64_t i = between_->below(3); i > 0 && one.channel != nullptr; --i) operation(stage, *one.channel);
    }
    half(way == 0 ? Call::send : Call::recv);
    call(stage, thread, Call::request_wait, {all.front()});
}

// Adds tests, whose results do not matter, and then WAITSOMEs. Each WAITSOME reports at least one request, or no
// request is active. So one WAITSOME for each request is enough.
void CounterBodies::wait_for_some(const Stage& stage, ThreadId thread, const AwaitedList& awaited) {
    for (std::uint64_t i = between_->below(3); i > 0; --i) {
        call(stage, thread, chance(*between_, 50) ? Call::request_testany : Call::request_testsome, awaited, true);
    }
    for (std::size_t i = 0; i < awaited.size(); ++i) call(stage, thread, Call::request_waitsome, awaited);
}

// Waits for each request. Requests of counters are last, because the other waits let other ranks continue.
void CounterBodies::wait_each(const Stage& stage, ThreadId thread, AwaitedList awaited) {
    std::stable_partition(awaited.begin(), awaited.end(), [](const Awaited& one) { return !one.object; });
    for (const Awaited& one : awaited) {
        while (!one.restart && chance(random_, 30)) call(stage, thread, Call::request_test, {one}, true);
        call(stage, thread, Call::request_wait, {one});
        if (!one.restart && chance(random_, 5)) call(stage, thread, Call::request_wait, {one});
    }
}

void CounterBodies::call(const Stage& stage, ThreadId thread, Call call, const AwaitedList& awaited, bool tests) {
    Step step{.call = call, .window = stage.episode.window};
    for (const Awaited& one : awaited) step.more.requests.push_back(one.request);
    steps_.add(stage.rank, thread, stage.unit, !tests, std::move(step));
}

}  // namespace rmasim::fuzz
