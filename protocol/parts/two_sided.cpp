#include "protocol/parts/two_sided.h"

#include "protocol/base/call_table.h"
#include "protocol/parts/collective_call.h"
#include "protocol/parts/received_data.h"
#include "protocol/parts/window_group.h"

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

TwoSided::Messages& TwoSided::messages() {
    if (!messages_) messages_ = std::make_unique<Messages>();
    return *messages_;
}

namespace {

// Returns the active collective call of another thread on the communicator. MPI forbids two active collective calls on
// a communicator, because their order could differ between processes.
std::optional<Call> under_way(const WaitList& waits, WindowId comm) {
    std::optional<Call> call;
    waits.for_each([&](const WaitReason& reason) {
        const bool collective = reason.awaited == Awaited::collective || reason.call == Call::barrier;
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
    return await_barrier(world, waits, messages().barriers.of(world, rank_, comm));
}

Collectives& TwoSided::collectives() {
    Messages& own = messages();
    if (!own.collectives) own.collectives = std::make_unique<Collectives>();
    return *own.collectives;
}

namespace {

Task<> run(CollectiveCall call, WaitList& waits) {
    while (!call.advance()) {
        waits.until(call.reason(), [&call] { return call.may_advance(); });
        co_await waits;
    }
}

}  // namespace

Task<> TwoSided::collective(const World& world, WaitList& waits, const CallRequest& request,
                            const CollectiveAlgorithms& how) {
    if (const auto other = under_way(waits, request.comm)) return refused_during(request.call, *other);
    const bool of_all = request.comm == no_window;
    const RankGroup members = of_all ? RankGroup(ranks_) : world.communicators->group_of(rank_, request.comm);
    return run(CollectiveCall(world, collectives(), rank_, members, request, how), waits);
}

namespace {

// Returns the reason that the message does not fit the RECV; empty if it fits. A handle does not fit where data are
// received, nor data where a handle is received.
std::string misfit(const Packet& packet, const Message& wanted) {
    const Region& sent = packet.region;
    const bool handle = sent.datatype == Datatype::handle_sync;
    if (handle != (wanted.datatype == Datatype::handle_sync)) {
        return handle ? "the sender sends a handle, but the receiver expects data"
                      : "the sender sends data, but the receiver expects a handle";
    }
    if (sent.datatype == wanted.datatype && sent.count <= wanted.count) return {};
    return "a message of " + std::to_string(sent.count) + " elements of " + std::string(name_of(sent.datatype)) +
           " does not fit " + std::to_string(wanted.count) + " of " + std::string(name_of(wanted.datatype));
}

void leave_data(const World& world, Rank rank, const Message& wanted, const Packet& packet) {
    store_received(world, rank, wanted.buffer, packet.region.datatype, packet.region.count, packet.payload);
    world.memory.release(packet.payload);
}

// The key by which the packets of a message match: the SENDs and announcements in the direction of the message, and the
// requests in the opposite direction.
struct Route {
    Rank source, target;
    WindowId comm;
    std::uint32_t tag;
};

Packet packet_on(const Route& route, PacketKind kind) {
    Packet packet;
    packet.source = route.source;
    packet.target = route.target;
    packet.window = route.comm;
    packet.kind = kind;
    packet.op = route.tag;
    return packet;
}

// Returns the packet of a message, without its data.
Packet message_packet(Rank rank, const Message& message, PacketKind kind) {
    Packet packet = packet_on({rank, message.peer, message.comm, message.tag}, kind);
    packet.region.count = message.count;
    packet.region.datatype = message.datatype;
    return packet;
}

Packet with_data(const World& world, Rank rank, const Message& message, PacketKind kind) {
    Packet packet = message_packet(rank, message, kind);
    packet.data_bytes = size_of(message);
    packet.payload = message.datatype == Datatype::handle_sync
                         ? message.handles
                         : world.memory.gather(rank, message.buffer, message.datatype, message.count);
    return packet;
}

}  // namespace

void TwoSided::take(const World& world, const MessageRequests::Posted& posted, const Packet& packet) {
    std::string error = misfit(packet, posted.message);
    if (error.empty()) leave_data(world, rank_, posted.message, packet);
    else world.memory.release(packet.payload);
    messages().requests.finish(posted.id, std::move(error));
}

// Requests an announced message. `data_arrived` checks that the message fits its RECV.
void TwoSided::ask_for(const World& world, RequestId id, const Packet& rts) {
    messages().requests.ask_for(id);
    transmit(world, packet_on({rank_, rts.source, rts.window, rts.op}, PacketKind::send_cts));
}

// Handles a message, or the announcement of a message.
void TwoSided::arrived(const World& world, const Packet& packet) {
    Messages& own = messages();
    if (packet.kind == PacketKind::send_rts) {
        if (const MessageRequests::Posted* const posted = own.requests.find(packet)) {
            return ask_for(world, posted->id, packet);
        }
    } else if (const auto posted = own.requests.match(packet)) {
        return take(world, *posted, packet);
    }
    own.mailbox.arrived(packet);
}

void TwoSided::asked_for(const World& world, const Packet& cts) {
    const auto posted = messages().requests.match(cts);
    if (!posted) throw ProtocolError("SEND_CTS without SEND_RTS");
    transmit(world, with_data(world, rank_, posted->message, PacketKind::send_data));
    messages().requests.finish(posted->id, {});
}

void TwoSided::data_arrived(const World& world, const Packet& packet) {
    const auto posted = messages().requests.match(packet);
    if (!posted) throw ProtocolError("SEND_DATA for which no SEND_CTS was sent");
    take(world, *posted, packet);
}

// Complete when the data are sent, without a wait for the receiver.
Task<> TwoSided::send_eager(const World& world, Message message) {
    if (message.peer == proc_null) co_return;
    transmit(world, with_data(world, rank_, message, PacketKind::send));
    co_return;
}

Task<> TwoSided::send_long(const World& world, WaitList& waits, Message message) {
    MessageRequests& requests = messages().requests;
    const RequestId id = announce(world, Call::send, message);
    waits.until({Call::send, message.comm, Awaited::receive, message.peer},
                [&requests, id] { return requests.awaited(id) == nullptr; });
    co_await waits;
    requests.close(id);
}

RequestId TwoSided::announce(const World& world, Call call, const Message& message) {
    const RequestId id = messages().requests.post(call, MessageRequests::Stage::announced, message);
    transmit(world, message_packet(rank_, message, PacketKind::send_rts));
    return id;
}

Task<> TwoSided::recv(const World& world, WaitList& waits, Message message) {
    if (message.peer == proc_null) co_return;
    Mailbox& mailbox = messages().mailbox;
    waits.until({Call::recv, message.comm, Awaited::message, message.peer},
                [&mailbox, &message] { return mailbox.has(message); });
    co_await waits;
    const Packet packet = mailbox.take(message);
    if (packet.kind == PacketKind::send_rts) {
        co_await recv_long(world, waits, message, packet);
        co_return;
    }
    if (const std::string wrong = misfit(packet, message); !wrong.empty()) {
        world.memory.release(packet.payload);
        throw ErroneousProgram(Call::recv, wrong);
    }
    leave_data(world, rank_, message, packet);
}

Task<> TwoSided::recv_long(const World& world, WaitList& waits, Message message, Packet rts) {
    MessageRequests& requests = messages().requests;
    const RequestId id = requests.post(Call::recv, MessageRequests::Stage::expected, message);
    ask_for(world, id, rts);
    waits.until({Call::recv, message.comm, Awaited::message, message.peer},
                [&requests, id] { return requests.awaited(id) == nullptr; });
    co_await waits;
    if (const std::string* const wrong = requests.error_of(id)) throw ErroneousProgram(Call::recv, *wrong);
    requests.close(id);
}

Task<> TwoSided::isend(const World& world, Message message, std::uint32_t eager_bytes, CallAnswer& answer) {
    if (is_long(message, eager_bytes)) return isend_long(world, message, answer);
    answer.request = messages().requests.open_done(Call::isend);
    return send_eager(world, message);
}

Task<> TwoSided::isend_long(const World& world, Message message, CallAnswer& answer) {
    answer.request = announce(world, Call::isend, message);
    co_return;
}

Task<> TwoSided::irecv(const World& world, Message message, CallAnswer& answer) {
    Messages& own = messages();
    if (message.peer == proc_null) {
        answer.request = own.requests.open_done(Call::irecv);
        co_return;
    }
    if (!own.mailbox.has(message)) {
        answer.request = own.requests.post(Call::irecv, MessageRequests::Stage::expected, message);
        co_return;
    }
    const Packet packet = own.mailbox.take(message);
    if (packet.kind == PacketKind::send_rts) {
        answer.request = own.requests.post(Call::irecv, MessageRequests::Stage::expected, message);
        ask_for(world, answer.request, packet);
    } else {
        answer.request = own.requests.open_done(Call::irecv);
        take(world, {answer.request, MessageRequests::Stage::expected, message}, packet);
    }
}

const MessageRequests::Request& TwoSided::request(Call call, RequestId id) const {
    if (messages_) return std::as_const(messages_->requests).get(call, id);
    throw ErroneousProgram(call, "no active request has the number " + std::to_string(id));
}

WaitReason TwoSided::reason(Call call, RequestId id) const {
    const MessageRequests::Posted* const awaited = messages_->requests.awaited(id);
    if (awaited == nullptr) return {call, no_window, Awaited::message, no_rank};
    const bool sends = awaited->stage == MessageRequests::Stage::announced;
    return {call, awaited->message.comm, sends ? Awaited::receive : Awaited::message, awaited->message.peer};
}

bool TwoSided::report(Call call, RequestId id) {
    request(call, id);
    MessageRequests& requests = messages_->requests;
    if (const std::string* const error = requests.error_of(id)) throw ErroneousProgram(Call::irecv, *error);
    requests.close(id);
    return true;
}

void TwoSided::free_request(Call call, RequestId id) {
    request(call, id);
    messages_->requests.free(id);
}

void TwoSided::require_closed() const {
    const MessageRequests::Request* const open = messages_ ? messages_->requests.first_open() : nullptr;
    if (open == nullptr) return;
    throw ErroneousProgram(
        open->call, "the request of this call is still active; wait for the request, or test it until it is complete");
}

void TwoSided::require_quiescent() const {
    if (!messages_) return;
    if (const Packet* const left = messages_->collectives ? messages_->collectives->early().oldest() : nullptr) {
        const Call call = collective_of(left->kind);
        throw ErroneousProgram(call, "rank " + std::to_string(left->source) + " has called this function, and rank " +
                                         std::to_string(rank_) +
                                         " has not; all ranks of a communicator must make the same collective calls");
    }
    if (messages_->mailbox.waiting() == 0) return;
    const Packet& message = messages_->mailbox.oldest();
    throw UnreceivedMessage(message.source, rank_, message.op, message.window);
}

void TwoSided::deliver(const World& world, const Packet& packet) {
    if (packet.kind == PacketKind::send || packet.kind == PacketKind::send_rts) return arrived(world, packet);
    if (packet.kind == PacketKind::send_cts) return asked_for(world, packet);
    if (packet.kind == PacketKind::send_data) return data_arrived(world, packet);
    if (is_collective(packet.kind)) return collectives().early().add(packet);
    if (packet.window != no_window) return messages().barriers.of(world, rank_, packet.window).arrived(world, packet);
    own_barrier().arrived(packet.round, [&](Rank peer, unsigned round) {
        world.transport.send(barrier_packet(PacketKind::barrier, rank_, peer, no_window, round, packet.why()));
    });
}

const OriginBuffer* TwoSided::touched_by(const Packet& packet) const {
    if (!is_message(packet.kind) || is_collective(packet.kind) || !messages_) return nullptr;
    const MessageRequests::Posted* const posted = std::as_const(messages_->requests).find(packet);
    return posted == nullptr ? nullptr : &posted->message.buffer;
}

std::string TwoSided::describe(const WaitReason& reason) const {
    if (reason.awaited == Awaited::message) return "SEND from rank " + std::to_string(reason.target);
    if (reason.awaited == Awaited::receive) {
        return "RECV of rank " + std::to_string(reason.target) +
               ", because the message is longer than message_eager_bytes";
    }
    if (reason.awaited == Awaited::collective) {
        return "the message of " + std::string(name_of(reason.call)) + " from rank " + std::to_string(reason.target);
    }
    if (reason.window != no_window) return messages_->barriers.find(reason.window)->text();
    return barrier_text(*barrier_, barrier_->entered());
}

AwaitedRank TwoSided::awaited(const WaitReason& reason) const {
    if (reason.awaited != Awaited::barrier) return {reason.target, reason.awaited, reason.window};
    if (reason.window != no_window) return messages_->barriers.find(reason.window)->awaited();
    return {barrier_->missing_from(barrier_->entered()), Awaited::barrier, no_window};
}

}  // namespace rmasim
