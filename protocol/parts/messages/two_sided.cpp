#include "protocol/parts/messages/two_sided.h"

#include "protocol/base/call_table.h"
#include "protocol/base/collective.h"
#include "protocol/parts/collectives/collective_call.h"
#include "protocol/parts/groups/window_group.h"

#include <utility>

namespace rmasim {

namespace {

Why why_of(Call call) {
    switch (call) {
        case Call::barrier: return Why::program_barrier;
        case Call::win_create: return Why::window_created;
        case Call::win_free: return Why::window_freed;
        default: return Why::usual;
    }
}

}  // namespace

Task<> await_barrier(const World& world, WaitList& waits, Barrier& barrier, WaitReason reason, const RankGroup* group) {
    const Barrier::Instance instance = barrier.enter([&](Rank comm_rank, unsigned round) {
        world.transport.send(barrier_packet(PacketKind::barrier, world_rank_of(group, barrier.rank()),
                                            world_rank_of(group, comm_rank), reason.window, round,
                                            why_of(reason.call)));
    });
    waits.until(reason, [&barrier, instance] { return barrier.completed(instance); });
    co_await waits;
}

std::string barrier_text(const Barrier& barrier, Barrier::Instance instance, const RankGroup* group) {
    return "BARRIER round " + std::to_string(barrier.missing_round(instance)) + " from rank " +
           std::to_string(world_rank_of(group, barrier.missing_from(instance)));
}

TwoSided::TwoSided(Rank rank, Rank ranks, Barrier::Instance start) : rank_(rank), ranks_(ranks) {
    if (start != usual_start) barrier_ = std::make_unique<Barrier>(rank, ranks, start);
}

Barrier& TwoSided::own_barrier() {
    if (!barrier_) barrier_ = std::make_unique<Barrier>(rank_, ranks_);
    return *barrier_;
}

void TwoSided::make_parts() { parts_ = std::make_unique<Parts>(rank_); }

namespace {

// Returns the active collective call of another thread on the communicator. MPI forbids two active collective calls on
// a communicator, because their order could differ between processes.
std::optional<Call> under_way(const WaitList& waits, WindowId comm) {
    std::optional<Call> call;
    waits.for_each([&](const WaitReason& reason) {
        const CallClass kind = description_of(reason.call).kind;
        const bool collective = kind == CallClass::collective || kind == CallClass::barrier;
        if (collective && reason.window == comm) call = reason.call;
    });
    return call;
}

Task<> refused_during(Call call, Call other) {
    throw ErroneousProgram(
        call, "another thread is in " + std::string(name_of(other)) +
                  " on the same communicator; a process must make its collective calls on a communicator one after "
                  "the other");
    co_return;
}

}  // namespace

Task<> TwoSided::barrier(const World& world, WaitList& waits, WindowId comm) {
    if (const auto other = under_way(waits, comm)) return refused_during(Call::barrier, *other);
    if (comm == no_window) return await_barrier(world, waits, own_barrier(), {Call::barrier, no_window});
    return await_barrier(world, waits, parts().barriers.of(world, rank_, comm));
}

Collectives& TwoSided::collectives() {
    Parts& own = parts();
    if (!own.collectives) own.collectives = std::make_unique<Collectives>();
    return *own.collectives;
}

namespace {

Task<> run(CollectiveCall call, WaitList& waits) {
    while (!call.advance()) {
        waits.until(call.reason(call.call()), [&call] { return call.may_advance(); });
        co_await waits;
    }
}

}  // namespace

RankGroup TwoSided::members_of(const World& world, WindowId comm) const {
    return comm == no_window ? RankGroup(ranks_) : world.communicators->group_of(rank_, comm);
}

Task<> TwoSided::collective(const World& world, WaitList& waits, const CallRequest& request,
                            const CollectiveAlgorithms& how, CallAnswer& answer) {
    if (const auto other = under_way(waits, request.comm)) return refused_during(request.call, *other);
    if (request.call == Call::ibarrier && request.number == 0) return ibarrier(world, request.comm, answer);
    if (is_nonblocking_collective(request.call)) return begin_collective(world, request, how, answer);
    if (neighbour_calls.contains(request.call)) return on_neighbours(world, waits, request, how);
    return run(CollectiveCall(world, collectives(), rank_, members_of(world, request.comm), request, how), waits);
}

// The task of a call on neighbours, which is an error without a topology.
Task<> TwoSided::on_neighbours(const World& world, WaitList& waits, CallRequest request, CollectiveAlgorithms how) {
    CollectiveCall call(world, collectives(), rank_, members_of(world, request.comm), request, how);
    co_await run(std::move(call), waits);
}

NonblockingCollectives& TwoSided::nonblocking() {
    Parts& own = parts();
    if (!own.nonblocking) own.nonblocking = std::make_unique<NonblockingCollectives>(own.messages);
    return *own.nonblocking;
}

Task<> TwoSided::ibarrier(const World& world, WindowId comm, CallAnswer& answer) {
    Barrier::Instance instance = 0;
    if (comm == no_window) {
        instance = own_barrier().enter([&](Rank peer, unsigned round) {
            world.transport.send(
                barrier_packet(PacketKind::barrier, rank_, peer, no_window, round, Why::program_barrier));
        });
    } else {
        instance = parts().barriers.of(world, rank_, comm).enter(world);
    }
    answer.request = nonblocking().begin_barrier(comm, instance, is_complete(comm, instance));
    co_return;
}

Task<> TwoSided::begin_collective(const World& world, CallRequest request, const CollectiveAlgorithms& how,
                                  CallAnswer& answer) {
    answer.request =
        nonblocking().begin(CollectiveCall(world, collectives(), rank_, members_of(world, request.comm), request, how));
    co_return;
}

bool TwoSided::is_complete(WindowId comm, Barrier::Instance instance) const {
    if (comm == no_window) return barrier_->completed(instance);
    return parts_->barriers.find(comm)->completed(instance);
}

Task<> TwoSided::make_persistent(CallRequest request, CallAnswer& answer) {
    std::unique_ptr<PersistentRequests>& made = parts().persistent;
    if (!made) made = std::make_unique<PersistentRequests>();
    const Call made_by = request.call;
    // MPI matches persistent collective calls in the order of the calls that create their requests: START may be called
    // in any order.
    if (is_persistent_collective(made_by)) request.number = collectives().begin(request.comm) + 1;
    request.call = description_of(made_by).started;
    answer.request = made->make(made_by, std::move(request));
    co_return;
}

Task<> TwoSided::start(const World& world, WaitList& waits, Call call, std::vector<RequestId> ids,
                       MessageLimits limits, CollectiveAlgorithms how) {
    for (const RequestId id : ids) {
        const PersistentRequest& started = requests().persistent(call, id);
        if (started.active != no_request) {
            throw ErroneousProgram(call, "the request of " + std::string(name_of(started.made_by)) +
                                             " is active; complete it by WAIT or TEST before it is started again");
        }
        world.observer.persistent_started(rank_, id, started.starts, parts_->messages.next_receive());
        CallAnswer answer;
        Task<> begun = begin_started(world, waits, started.starts, limits, how, answer);
        begun.start();
        try {
            begun.result();
        } catch (const ErroneousProgram& error) {
            throw error.at(name_of(call));
        }
        requests().persistent(call, id).active = answer.request;
    }
    co_return;
}

// A nonblocking call never waits.
Task<> TwoSided::begin_started(const World& world, WaitList& waits, const CallRequest& request,
                               MessageLimits limits, const CollectiveAlgorithms& how, CallAnswer& answer) {
    if (is_nonblocking_collective(request.call)) return collective(world, waits, request, how, answer);
    return message_call(world, waits, request, limits, answer);
}

void TwoSided::require_closed() const {
    if (!parts_) return;
    constexpr const char* rule =
        "the request of this call is still active; wait for the request, or test it until it is complete";
    if (const PersistentRequest* const active = parts_->persistent ? parts_->persistent->first_active() : nullptr) {
        throw ErroneousProgram(active->made_by, rule);
    }
    if (const MessageRequests::Request* const open = parts_->messages.open_request()) {
        throw ErroneousProgram(open->call, rule);
    }
}

void TwoSided::require_quiescent() const {
    if (!parts_) return;
    if (const Packet* const left = parts_->collectives ? parts_->collectives->early().oldest() : nullptr) {
        const Call call = collective_part(*left).call;
        throw ErroneousProgram(call, "rank " + std::to_string(left->source) + " has called this function, and rank " +
                                         std::to_string(rank_) +
                                         " has not; all ranks of a communicator must make the same collective calls");
    }
    const std::vector<const Packet*> messages = parts_->messages.unreceived();
    if (messages.empty()) return;
    const Packet& first = *messages.front();
    throw UnreceivedMessage(first.source, rank_, first.op, first.window);
}

std::vector<ArrivedMessage> TwoSided::unreceived_messages() const {
    std::vector<ArrivedMessage> messages;
    if (!parts_) return messages;
    for (const Packet* const one : parts_->messages.unreceived()) {
        messages.push_back({one->source, static_cast<std::uint32_t>(one->op), one->window});
    }
    return messages;
}

void TwoSided::deliver(const World& world, const Packet& packet) {
    if (packet.kind == PacketKind::send) [[likely]]
        return messages().deliver(world, packet);
    deliver_other(world, packet);
}

void TwoSided::deliver_other(const World& world, const Packet& packet) {
    if (is_of_schedule(packet)) {
        collectives().early().add(packet);
        if (parts_->nonblocking) parts_->nonblocking->arrived(packet);
        return;
    }
    if (is_message(packet.kind)) return messages().deliver(world, packet);
    barrier_arrived(world, packet);
    if (parts_ && parts_->nonblocking) {
        parts_->nonblocking->finish_barriers(
            packet.window, [&](Barrier::Instance instance) { return is_complete(packet.window, instance); });
    }
}

void TwoSided::barrier_arrived(const World& world, const Packet& packet) {
    if (packet.window != no_window) return parts().barriers.of(world, rank_, packet.window).arrived(world, packet);
    own_barrier().arrived(packet.round, [&](Rank peer, unsigned round) {
        world.transport.send(barrier_packet(PacketKind::barrier, rank_, peer, no_window, round, packet.why()));
    });
}

const OriginBuffer* TwoSided::touched_by(const Packet& packet) const {
    if (is_of_schedule(packet) && parts_ && parts_->nonblocking) return parts_->nonblocking->touched_by(packet);
    if (!is_message(packet.kind) || !parts_) return nullptr;
    if (!is_collective(packet.kind)) return parts_->messages.touched_by(packet);
    return parts_->nonblocking ? parts_->nonblocking->touched_by(packet) : nullptr;
}

std::string TwoSided::describe(const WaitReason& reason) const {
    if (reason.awaited == Awaited::message) {
        return reason.target == any_source ? "SEND from any rank" : "SEND from rank " + std::to_string(reason.target);
    }
    if (reason.awaited == Awaited::receive) {
        return "RECV of rank " + std::to_string(reason.target) +
               ", because the message is longer than message_eager_bytes";
    }
    if (reason.awaited == Awaited::match) {
        return "RECV of rank " + std::to_string(reason.target) + ", because the send is synchronous";
    }
    if (reason.awaited == Awaited::buffered) {
        const Rank awaited = parts_->messages.awaited_by_detach();
        if (awaited == no_rank) return "room in the buffer, although no message is in it";
        return "RECV of rank " + std::to_string(awaited) +
               ", because a buffered message is longer than message_eager_bytes";
    }
    if (reason.awaited == Awaited::collective) {
        const bool blocking = description_of(reason.call).kind == CallClass::collective;
        const std::string of = blocking ? std::string(name_of(reason.call)) : "a nonblocking collective call";
        return "the message of " + of + " from rank " + std::to_string(awaited_in_collective(reason));
    }
    if (reason.window != no_window) return parts_->barriers.find(reason.window)->text();
    return barrier_text(*barrier_, barrier_->entered());
}

AwaitedRanks TwoSided::awaited(const World& world, const WaitReason& reason) const {
    if (reason.call == Call::none) return awaited_by_open_calls(reason.window);
    if (reason.awaited == Awaited::message && reason.target == any_source) return senders(world, reason.window);
    if (reason.awaited == Awaited::buffered) {
        AwaitedRanks receivers;
        const Rank receiver = parts_->messages.awaited_by_detach();
        if (receiver != no_rank) receivers.add(receiver, Awaited::buffered, reason.window);
        return receivers;
    }
    if (reason.awaited == Awaited::collective) {
        return {{{awaited_in_collective(reason), Awaited::collective, reason.window}}};
    }
    if (reason.awaited != Awaited::barrier) return {{{reason.target, reason.awaited, reason.window}}};
    return {{awaited_in_barrier(reason.window)}};
}

AwaitedRank TwoSided::awaited_in_barrier(WindowId comm) const {
    if (comm != no_window) return parts_->barriers.find(comm)->awaited();
    return {barrier_->missing_from(barrier_->entered()), Awaited::barrier, no_window};
}

AwaitedRanks TwoSided::awaited_by_open_calls(WindowId comm) const {
    AwaitedRanks awaited;
    if (!parts_ || !parts_->nonblocking) return awaited;
    parts_->nonblocking->add_awaited(comm, awaited);
    if (parts_->nonblocking->has_barrier(comm)) awaited.ranks.push_back(awaited_in_barrier(comm));
    return awaited;
}

// Returns the ranks that may send a message to a receive from MPI_ANY_SOURCE. In a large communicator, the ranks are
// not named.
AwaitedRanks TwoSided::senders(const World& world, WindowId comm) const {
    constexpr Rank max_named = 256;
    const RankGroup members = comm == no_window ? RankGroup(ranks_) : world.communicators->group_of(rank_, comm);
    AwaitedRanks senders;
    senders.any = true;
    senders.others = members.size() > max_named;
    if (senders.others) return senders;
    for (Rank comm_rank = 0; comm_rank < members.size(); ++comm_rank) {
        if (members.member(comm_rank) != rank_) senders.add(members.member(comm_rank), Awaited::message, comm);
    }
    return senders;
}

// The target of the reason is a rank, or the request of a nonblocking call.
Rank TwoSided::awaited_in_collective(const WaitReason& reason) const {
    return reason.target < no_rank ? parts_->nonblocking->awaited_rank(reason) : reason.target;
}

}  // namespace rmasim
