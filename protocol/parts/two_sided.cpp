#include "protocol/parts/two_sided.h"

namespace rmasim {

namespace {

// 0: the message is data.
std::uint64_t handle_in(const Packet& packet) { return packet.own[0] | std::uint64_t{packet.own[1]} << 32; }

}  // namespace

Packet barrier_packet(PacketKind kind, Rank source, Rank target, WindowId window, unsigned round) {
    Packet packet;
    packet.source = source;
    packet.target = target;
    packet.window = window;
    packet.kind = kind;
    packet.round = static_cast<std::uint8_t>(round);
    return packet;
}

Task<> meet(const World& world, WaitList& waits, Barrier& barrier, WaitReason reason) {
    const Barrier::Instance instance = barrier.enter([&](Rank peer, unsigned round) {
        world.transport.send(barrier_packet(PacketKind::barrier, barrier.rank(), peer, reason.window, round));
    });
    waits.until(reason, [&barrier, instance] { return barrier.completed(instance); });
    co_await waits;
}

std::string barrier_text(const Barrier& barrier, Barrier::Instance instance) {
    return "BARRIER round " + std::to_string(barrier.missing_round(instance)) + " from rank " +
           std::to_string(barrier.missing_from(instance));
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

Task<> TwoSided::barrier(const World& world, WaitList& waits) {
    return meet(world, waits, own_barrier(), {Call::barrier, no_window});
}

namespace {

// Why the message is none for this RECV; empty if it fits. A handle is no data, and data are no handle.
std::string misfit(const Packet& packet, const Message& wanted) {
    const Region& sent = packet.region;
    const bool handle = handle_in(packet) != 0;
    if (handle != (wanted.handle != 0)) {
        return handle ? "a handle does not fit where data are received" : "data do not fit where a handle is received";
    }
    if (handle || (sent.datatype == wanted.datatype && sent.count <= wanted.count)) return {};
    return "a message of " + std::to_string(sent.count) + " elements of " + std::string(name_of(sent.datatype)) +
           " does not fit " + std::to_string(wanted.count) + " of " + std::string(name_of(wanted.datatype));
}

void leave_data(const World& world, Rank rank, const Message& wanted, const Packet& packet) {
    if (const std::uint64_t handle = handle_in(packet); handle != 0) {
        return world.memory.write_word(rank, wanted.buffer, static_cast<std::int64_t>(handle));
    }
    world.memory.scatter(rank, wanted.buffer, packet.region.datatype, packet.region.count, packet.payload);
    world.memory.release(packet.payload);
}

Packet message_packet(const World& world, Rank rank, const Message& message) {
    Packet packet;
    packet.source = rank;
    packet.target = message.peer;
    packet.window = no_window;
    packet.kind = PacketKind::send;
    packet.op = message.tag;
    packet.region.count = message.count;
    packet.region.datatype = message.datatype;
    if (message.handle != 0) {
        packet.own[0] = static_cast<std::uint32_t>(message.handle);
        packet.own[1] = static_cast<std::uint32_t>(message.handle >> 32);
        packet.data_bytes = sizeof message.handle;
        return packet;
    }
    packet.data_bytes = packet.region.bytes();
    packet.payload = world.memory.gather(rank, message.buffer, message.datatype, message.count);
    return packet;
}

}  // namespace

void TwoSided::take(const World& world, const MessageRequests::Posted& posted, const Packet& packet) {
    std::string error = misfit(packet, posted.message);
    if (error.empty()) leave_data(world, rank_, posted.message, packet);
    else if (handle_in(packet) == 0) world.memory.release(packet.payload);
    messages().requests.finish(posted.id, std::move(error));
}

void TwoSided::arrived(const World& world, const Packet& packet) {
    Messages& own = messages();
    if (const auto posted = own.requests.match(packet)) return take(world, *posted, packet);
    own.mailbox.arrived(packet);
}

// Eager: complete when the data has left, without waiting for the receiver.
void TwoSided::send_now(const World& world, const Message& message) {
    const Packet packet = message_packet(world, rank_, message);
    if (message.peer == rank_) arrived(world, packet);
    else world.transport.send(packet);
}

Task<> TwoSided::send(const World& world, Message message) {
    send_now(world, message);
    co_return;
}

Task<> TwoSided::recv(const World& world, WaitList& waits, Message message) {
    Mailbox& mailbox = messages().mailbox;
    waits.until({Call::recv, no_window, Awaited::message, message.peer},
                [&mailbox, &message] { return mailbox.has(message.peer, message.tag); });
    co_await waits;
    const Packet packet = mailbox.take(message.peer, message.tag);
    if (const std::string wrong = misfit(packet, message); !wrong.empty()) throw ErroneousProgram(Call::recv, wrong);
    leave_data(world, rank_, message, packet);
}

Task<> TwoSided::isend(const World& world, Message message, CallAnswer& answer) {
    answer.request = open_sent();
    return send(world, message);
}

Task<> TwoSided::irecv(const World& world, Message message, CallAnswer& answer) {
    Messages& own = messages();
    if (own.mailbox.has(message.peer, message.tag)) {
        answer.request = own.requests.open_done(Call::irecv);
        take(world, {answer.request, message}, own.mailbox.take(message.peer, message.tag));
    } else {
        answer.request = own.requests.post(message);
    }
    co_return;
}

const MessageRequests::Request& TwoSided::request(Call call, RequestId id) const {
    if (messages_) return std::as_const(messages_->requests).get(call, id);
    throw ErroneousProgram(call, "no open request has the number " + std::to_string(id));
}

WaitReason TwoSided::reason(Call call, RequestId id) const {
    return {call, no_window, Awaited::message, messages_->requests.awaited_rank(id)};
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
    throw ErroneousProgram(open->call, "its request is still open; wait for it, or test until it is done");
}

void TwoSided::deliver(const World& world, const Packet& packet) {
    if (packet.kind == PacketKind::send) return arrived(world, packet);
    own_barrier().arrived(packet.round, [&](Rank peer, unsigned round) {
        world.transport.send(barrier_packet(PacketKind::barrier, rank_, peer, no_window, round));
    });
}

std::string TwoSided::describe(const WaitReason& reason) const {
    if (reason.awaited == Awaited::message) return "SEND from rank " + std::to_string(reason.target);
    return barrier_text(*barrier_, barrier_->entered());
}

AwaitedRank TwoSided::awaited(const WaitReason& reason) const {
    if (reason.awaited == Awaited::message) return {reason.target, Awaited::message, no_window};
    return {barrier_->missing_from(barrier_->entered()), Awaited::barrier, no_window};
}

}  // namespace rmasim
