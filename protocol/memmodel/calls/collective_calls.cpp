#include "protocol/memmodel/calls/collective_calls.h"

#include "protocol/base/collective.h"

#include <utility>

namespace rmasim::memmodel {

CollectiveCalls::CollectiveCalls(const Setup& setup, Threads& threads, Windows& windows, Visibility& visibility,
                                 Accesses& accesses)
    : setup_(setup), threads_(threads), windows_(windows), visibility_(visibility), accesses_(accesses),
      barriers_(setup.threads.size()), changes_(static_cast<Rank>(setup.threads.size()), setup.communicators) {}

std::pair<Collectives&, Rank> CollectiveCalls::barriers_of(Rank rank, WindowId comm) {
    if (comm == no_window) return {barriers_, rank};
    return found_or_made(some_barriers_, rank, comm);
}

std::pair<Collectives&, Rank> CollectiveCalls::found_or_made(SomeCollectives& among, Rank rank, WindowId comm,
                                                             std::uint32_t persistent) {
    if (comm == no_window) {
        return {among.try_emplace({comm, 0, persistent}, setup_.threads.size()).first->second, rank};
    }
    const RankGroup& members = setup_.communicators->group_of(rank, comm);
    const auto at =
        among.try_emplace({comm, members.member(0), persistent}, static_cast<std::size_t>(members.size())).first;
    return {at->second, members.comm_rank_of(rank)};
}

void CollectiveCalls::begin_barrier(Rank rank, ThreadState& thread, WindowId comm) {
    const auto [barriers, comm_rank] = barriers_of(rank, comm);
    thread.collective = {comm, true, barriers.begins(comm_rank, thread.clock.point()), true};
    if (!is_nonblocking_collective(thread.call)) return;
    thread.made.buffers = make_ref<Span>();
    thread.made.collective = thread.collective;
}

void CollectiveCalls::end_barrier(Rank rank, ThreadState& thread) {
    threads_.joined();
    const auto [barriers, comm_rank] = barriers_of(rank, thread.collective.comm);
    thread.clock.adopt(barriers.completes(comm_rank, thread.collective.number));
}

void CollectiveCalls::begin(const Origin& origin, ThreadState& thread, const CallRequest& call,
                            const Buffers& buffers) {
    const auto [collectives, comm_rank] = collectives_of(origin.rank, call.comm, call.number);
    const Rank size = call.comm == no_window ? static_cast<Rank>(setup_.threads.size())
                                             : setup_.communicators->group_of(origin.rank, call.comm).size();
    const bool is_barrier = blocking_form(call.call) == Call::barrier;  // of a persistent request
    const bool sends_data = is_barrier || (elements_sent(call, size) > 0 && sends(call, origin.rank));
    const bool receives_data =
        is_barrier || (elements_received(call, size) > 0 && receives(call, origin.rank, comm_rank));
    const bool nonblocking = is_nonblocking_collective(call.call);
    if (nonblocking) {
        thread.made.buffers = make_ref<Span>();
        accesses_.add_buffer(origin, thread, buffers.source, AccessKind::load, call.call, thread.made.buffers);
        accesses_.add_buffer(origin, thread, buffers.result, AccessKind::store, call.call, thread.made.buffers);
        accesses_.need_buffers(thread);
    } else {
        thread.result = buffers.result;
        accesses_.load(origin, origin.rank, buffers.source.memory, buffers.source.bytes);
    }
    const Moment now = thread.clock.point();
    const bool on_neighbours = neighbour_calls.contains(call.call);
    const bool apart = on_neighbours || scans.contains(call.call);
    const std::uint64_t number =
        apart ? collectives.begins_apart(comm_rank, now, sends_data) : collectives.begins(comm_rank, now, sends_data);
    thread.collective = {call.comm, false, number, receives_data};
    thread.collective.persistent = call.number;
    if (on_neighbours) thread.collective.neighbours = setup_.communicators->neighbours_of(origin.rank, call.comm);
    if (nonblocking) thread.made.collective = thread.collective;
}

void CollectiveCalls::end(const Origin& origin, ThreadState& thread) {
    complete(origin.rank, thread, thread.collective);
    accesses_.store(origin, origin.rank, thread.result.memory, thread.result.bytes);
}

void CollectiveCalls::complete(Rank rank, ThreadState& thread, const CollectiveRound& call) {
    const auto [calls, comm_rank] =
        call.is_barrier ? barriers_of(rank, call.comm) : collectives_of(rank, call.comm, call.persistent);
    const Knowledge known = call.neighbours ? calls.completes_on(call.neighbours->sources, call.number)
                                            : calls.completes(comm_rank, call.number);
    if (!call.acquires_clock || !known.exists()) return;
    thread.clock.join(known);
    threads_.joined();
}

// The copies are made equal at the begin of the call for ranks that are ordered only after the call of this rank.
void CollectiveCalls::begin_life(Rank rank, ThreadState& thread) {
    const Moment now = thread.clock.point();
    visibility_.synchronise_public(rank, thread.window, now);
    windows_.of(rank, thread.window).lives.begins(rank, now);
}

void CollectiveCalls::end_life(Rank rank, ThreadState& thread) {
    threads_.joined();
    thread.clock.adopt(windows_.of(rank, thread.window).lives.returns(rank));
    const Moment now = thread.clock.point();
    visibility_.synchronise_public(rank, thread.window, now);
    visibility_.synchronise_private(rank, thread.window, now);
}

void CollectiveCalls::begin_change(Rank rank, ThreadState& thread, const CallRequest& call) {
    const Moment now = thread.clock.point();
    visibility_.synchronise_public(rank, call.window, now);
    const RequestArguments& to = *call.more;
    const auto [change, first, entering] = changes_.begin(rank, call.window, to.new_group, to.new_size);
    thread.change = change;
    if (change == nullptr) {
        waiting_in_change_.insert_or_assign({rank, call.window}, now);
        return;
    }
    change->data.add(now);
    for (const Rank one : entering) {
        const auto waiting = waiting_in_change_.find({one, call.window});
        threads_.state(waiting->second.thread).change = change;
        change->data.add(waiting->second);
        waiting_in_change_.erase(waiting);
    }
}

void CollectiveCalls::end_change(Rank rank, ThreadState& thread) {
    thread.clock.join(std::exchange(thread.change, nullptr)->data.known());
    threads_.joined();
    visibility_.synchronise_private(rank, thread.window, thread.clock.point());
}

}  // namespace rmasim::memmodel
