#include "sim/untimed/fuzz/program/counter_steps.h"

#include <algorithm>

namespace rmasim::fuzz {

namespace {

// True if the owner of a counter and the origin of a channel are the same thread. No message with the handle is then
// needed.
bool knows_handle(const Episode& episode, const Channel& channel) {
    const PlannedCounter& counter = episode.counters[channel.counter];
    return counter.owner == channel.origin && counter.thread == channel.thread;
}

bool needs_message(const Episode& episode, const Channel& channel) {
    return !channel.by_bcast && !knows_handle(episode, channel);
}

}  // namespace

int CounterSteps::make_unit(int within) {
    program_.units.push_back({.within = within});
    return static_cast<int>(program_.units.size()) - 1;
}

void CounterSteps::add(Rank rank, ThreadId thread, int unit, bool essential, Step step) {
    const auto index = static_cast<std::size_t>(rank);
    step.phase = phase_;
    step.thread = thread;
    step.syncs_threads = step.syncs_threads || syncs_threads_[index];
    syncs_threads_[index] = false;
    step.more.unit = unit;
    step.more.essential = essential;
    if (essential && step.call != Call::barrier) ++program_.units[static_cast<std::size_t>(unit)].steps;
    program_.steps[index].push_back(std::move(step));
}

void CounterSteps::barrier(int unit) {
    const bool several = program_.threads > 1;
    program_.units[static_cast<std::size_t>(unit)].barrier = true;
    for (Rank rank = 0; rank < program_.ranks; ++rank) {
        add(rank, 0, unit, true, {.call = Call::barrier, .syncs_threads = several});
        syncs_threads_[static_cast<std::size_t>(rank)] = several;
    }
    ++phase_;
}

void CounterSteps::change_group(WindowId window, Rank before, Rank now, Rank peer) {
    const bool several = program_.threads > 1;
    const int unit = make_unit(-1);
    for (Rank rank = 0; rank < std::max(before, now); ++rank) {
        Step step{.call = Call::win_change_comm, .window = window, .target = peer, .syncs_threads = several};
        step.more.new_size = now;
        add(rank, 0, unit, true, std::move(step));
        syncs_threads_[static_cast<std::size_t>(rank)] = several;
    }
    ++phase_;
}

Step CounterSteps::about(Call call, const Episode& episode, Rank target) const {
    return {.call = call, .window = episode.window, .target = target};
}

void CounterSteps::init(const Episode& episode, const PlannedCounter& counter, int unit) {
    Step step = about(Call::win_sync_object_init, episode);
    step.more.handles = {counter.handle};
    step.more.requests = {counter.request};
    step.more.count = counter.count;
    step.more.restart = counter.restart;
    add(counter.owner, counter.thread, unit, true, std::move(step));
}

void CounterSteps::start(Rank rank, ThreadId thread, const Episode& episode, int unit,
                         const std::vector<std::uint32_t>& requests) {
    const bool at_once = requests.size() > 1 || chance(random_, 20);
    if (requests.empty()) return;
    if (at_once && chance(random_, 60)) {
        Step step = about(Call::request_startall, episode);
        step.more.requests = requests;
        return add(rank, thread, unit, true, std::move(step));
    }
    for (const std::uint32_t request : requests) {
        Step step = about(Call::request_start, episode);
        step.more.requests = {request};
        add(rank, thread, unit, true, std::move(step));
    }
}

void CounterSteps::own_message(Call half, Rank rank, ThreadId thread, int unit, std::uint32_t request) {
    Step step{.call = half, .target = rank};
    step.more.tag = first_tag + request;
    if (has_request(half)) step.more.requests = {request};
    add(rank, thread, unit, true, std::move(step));
}

void CounterSteps::set_up(Episode& episode) {
    for (const PlannedCounter& counter : episode.counters) {
        Step step = about(Call::win_alloc_sync_objects, episode);
        step.more.handles = {counter.handle};
        add(counter.owner, counter.thread, episode.unit, true, std::move(step));
        if (!episode.early) init(episode, counter, episode.unit);
    }
    for (Channel& channel : episode.channels) {
        if (knows_handle(episode, channel)) channel.handle = episode.counters[channel.counter].handle;
    }
    broadcast_handles(episode);
    send_handles(episode);
    for (Rank rank = 0; rank < program_.ranks; ++rank) receive_handles(episode, rank);
    for (const Channel& channel : episode.channels) {
        Step step = about(Call::win_sync_ops_init, episode, channel.target);
        step.more.handles = {channel.handle};
        step.more.requests = {channel.request};
        step.more.modes = channel.modes;
        step.more.restart = channel.restart;
        add(channel.origin, channel.thread, episode.unit, true, std::move(step));
        if (channel.restart) start(channel.origin, channel.thread, episode, episode.unit, {channel.request});
    }
}

// All ranks call BCAST in thread 0, so only counters and channels of thread 0 use BCAST.
void CounterSteps::broadcast_handles(Episode& episode) {
    for (std::size_t index = 0; broadcasts_ && index < episode.counters.size(); ++index) {
        std::vector<Channel*> channels;
        for (Channel& channel : episode.channels) {
            if (channel.counter == index && channel.thread == 0) channels.push_back(&channel);
        }
        const PlannedCounter& counter = episode.counters[index];
        if (counter.thread != 0 || channels.empty() || !chance(exchanges_, 60)) continue;
        broadcast(episode, counter, channels);
    }
}

// A rank that does not need the handle receives it, too, because BCAST is collective. The owner's variable is both sent
// and received.
void CounterSteps::broadcast(const Episode& episode, const PlannedCounter& counter,
                             const std::vector<Channel*>& channels) {
    for (Rank rank = 0; rank < program_.ranks; ++rank) {
        Step step = about(Call::bcast, episode, counter.owner);
        step.more.handles = {rank == counter.owner ? counter.handle : make_variable()};
        for (Channel* const channel : channels) {
            if (channel->origin != rank) continue;
            channel->by_bcast = true;
            channel->handle = step.more.handles.front();
        }
        add(rank, 0, episode.unit, true, std::move(step));
    }
}

void CounterSteps::send_handles(const Episode& episode) {
    for (const Channel& channel : episode.channels) {
        if (!needs_message(episode, channel)) continue;
        const PlannedCounter& counter = episode.counters[channel.counter];
        const bool waits = chance(random_, 30);
        Step step = about(waits ? Call::isend : Call::send, episode, channel.origin);
        step.more.handles = {counter.handle};
        step.more.tag = channel.tag;
        if (waits) step.more.requests = {make_variable()};
        const std::vector<std::uint32_t> sent = step.more.requests;
        add(counter.owner, counter.thread, episode.unit, true, std::move(step));
        if (!waits) continue;
        Step wait = about(Call::request_wait, episode);
        wait.more.requests = sent;
        add(counter.owner, counter.thread, episode.unit, true, std::move(wait));
    }
}

// Adds steps that receive handles: RECVs, or IRECVs and one WAITALL for each thread.
void CounterSteps::receive_handles(const Episode& episode, Rank rank) {
    const bool posts = chance(random_, 50);
    std::vector<std::vector<std::uint32_t>> posted(program_.threads);
    for (const Channel& channel : episode.channels) {
        if (channel.origin != rank || !needs_message(episode, channel)) continue;
        Step step = about(posts ? Call::irecv : Call::recv, episode, channel.target);
        step.more.handles = {channel.handle};
        step.more.tag = channel.tag;
        if (posts) {
            step.more.requests = {make_variable()};
            posted[channel.thread].push_back(step.more.requests.front());
        }
        add(rank, channel.thread, episode.unit, true, std::move(step));
    }
    for (ThreadId thread = 0; thread < program_.threads; ++thread) {
        if (posted[thread].empty()) continue;
        Step step = about(Call::request_waitall, episode);
        step.more.requests = posted[thread];
        add(rank, thread, episode.unit, true, std::move(step));
    }
}

void CounterSteps::tear_down(const Episode& episode) {
    const auto free_request = [&](Rank rank, ThreadId thread, std::uint32_t request) {
        if (!chance(random_, 40)) return;
        Step step = about(Call::request_free, episode);
        step.more.requests = {request};
        add(rank, thread, episode.unit, true, std::move(step));
    };
    for (const Channel& channel : episode.channels) free_request(channel.origin, channel.thread, channel.request);
    for (const PlannedCounter& counter : episode.counters) {
        const bool before = chance(random_, 50);
        if (before) free_request(counter.owner, counter.thread, counter.request);
        if (chance(random_, 60)) {
            Step step = about(Call::win_free_sync_objects, episode);
            step.more.handles = {counter.handle};
            add(counter.owner, counter.thread, episode.unit, true, std::move(step));
        }
        if (!before) free_request(counter.owner, counter.thread, counter.request);
    }
}

}  // namespace rmasim::fuzz
