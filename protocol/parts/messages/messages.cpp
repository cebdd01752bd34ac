#include "protocol/parts/messages/messages.h"

#include "protocol/base/prefetch.h"
#include "protocol/parts/messages/received_data.h"

namespace rmasim {

namespace {

using Stage = PendingMessage::Stage;

bool fits(const MessageStatus& sent, const Message& wanted) {
    return sent.datatype == wanted.datatype && sent.count <= wanted.count;
}

// Returns the reason that the message does not fit the RECV. A handle does not fit where data are received, nor data
// where a handle is received.
std::string misfit(const MessageStatus& sent, const Message& wanted) {
    const bool handle = sent.datatype == Datatype::handle_sync;
    if (handle != (wanted.datatype == Datatype::handle_sync)) {
        return handle ? "the sender sends a handle, but the receiver expects data"
                      : "the sender sends data, but the receiver expects a handle";
    }
    return "a message of " + std::to_string(sent.count) + " elements of " + std::string(name_of(sent.datatype)) +
           " does not fit " + std::to_string(wanted.count) + " of " + std::string(name_of(wanted.datatype));
}

// The communicator and tag of a message, and its packet's way. SEND_CTS has the opposite direction of the message.
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

// The numbers of the requests of a long message in its packets. The second word of Packet::own is unused, because some
// families read it as a rank in every packet.
RequestId send_of(const Packet& packet) { return packet.own[0]; }
void set_send(Packet& packet, RequestId id) { packet.own[0] = id; }
RequestId receive_of(const Packet& packet) { return packet.own[2]; }
void set_receive(Packet& packet, RequestId id) { packet.own[2] = id; }

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

// Stores the data of a message, and completes its receive. A blocking RECV throws the error itself.
void Messages::take(const World& world, PendingMessage& receive, const Packet& packet) {
    receive.status = {packet.source, packet.op, packet.region.count, packet.region.datatype};
    const bool fitting = fits(receive.status, receive.message);
    if (fitting) {
        store_received(world, rank_, receive.message.buffer, packet.region.datatype, packet.region.count,
                       packet.payload);
    }
    world.memory.release(packet.payload);
    receive.stage = Stage::done;
    if (receive.id == no_request) return;
    requests_.finish(receive.id, fitting ? std::string() : misfit(receive.status, receive.message));
}

// Requests an announced message. `take` checks that the message fits its receive.
void Messages::ask_for(const World& world, PendingMessage& receive, const Packet& rts) {
    if (receive.id == no_request) requests_.open_in_call(Call::recv, receive);
    receive.stage = Stage::asked_for;
    receive.status.source = rts.source;
    Packet cts = packet_on({rank_, rts.source, rts.window, rts.op}, PacketKind::send_cts);
    set_send(cts, send_of(rts));
    set_receive(cts, receive.id);
    transmit(world, cts);
}

void Messages::match(const World& world, PendingMessage& receive, const Packet& packet) {
    if (packet.kind == PacketKind::send_rts) ask_for(world, receive, packet);
    else take(world, receive, packet);
}

// Begins a receive: matches it with an unexpected message, or posts it.
void Messages::receive(const World& world, PendingMessage& receive) {
    UnexpectedMessage* const message = unexpected_.find(key_of(receive.message));
    if (message == nullptr) return posted_.post(receive);
    unexpected_.remove(*message);
    match(world, receive, message->packet);
    UnexpectedMessages::free(*message);
}

// Handles a message, or the announcement of a message.
void Messages::arrived(const World& world, const Packet& packet) {
    PendingMessage* const receive = posted_.find(key_of(packet));
    if (receive == nullptr) return unexpected_.arrived(packet);
    posted_.remove(*receive);
    match(world, *receive, packet);
}

void Messages::asked_for(const World& world, const Packet& cts) {
    PendingMessage* const send = requests_.find(send_of(cts));
    if (send == nullptr || send->stage != Stage::announced) throw ProtocolError("SEND_CTS without SEND_RTS");
    Packet data = with_data(world, rank_, send->message, PacketKind::send_data);
    set_receive(data, receive_of(cts));
    send->stage = Stage::done;
    requests_.finish(send->id, {});
    transmit(world, data);
}

void Messages::data_arrived(const World& world, const Packet& packet) {
    PendingMessage* const receive = requests_.find(receive_of(packet));
    if (receive == nullptr || receive->stage != Stage::asked_for) {
        throw ProtocolError("SEND_DATA for which no SEND_CTS was sent");
    }
    take(world, *receive, packet);
}

// Complete when the data are sent, without a wait for the receiver.
Task<> Messages::send_eager(const World& world, Message message) {
    if (message.peer == proc_null) co_return;
    transmit(world, with_data(world, rank_, message, PacketKind::send));
    co_return;
}

Task<> Messages::send_long(const World& world, WaitList& waits, Message message) {
    PendingMessage send(message);
    requests_.open_in_call(Call::send, send);
    announce(world, send);
    waits.until({Call::send, message.comm, Awaited::receive, message.peer},
                [&send] { return send.stage == Stage::done; });
    co_await waits;
}

void Messages::announce(const World& world, PendingMessage& send) {
    send.stage = Stage::announced;
    Packet rts = message_packet(rank_, send.message, PacketKind::send_rts);
    set_send(rts, send.id);
    transmit(world, rts);
}

Task<> Messages::recv(const World& world, WaitList& waits, Message message) {
    if (message.peer == proc_null) co_return;
    PendingMessage pending(message);
    receive(world, pending);
    waits.until({Call::recv, message.comm, Awaited::message, message.peer},
                [&pending] { return pending.stage == Stage::done; });
    co_await waits;
    if (!fits(pending.status, message)) throw ErroneousProgram(Call::recv, misfit(pending.status, message));
}

Task<> Messages::isend(const World& world, Message message, std::uint32_t eager_bytes, CallAnswer& answer) {
    if (is_long(message, eager_bytes)) return isend_long(world, message, answer);
    answer.request = requests_.open_done(Call::isend);
    return send_eager(world, message);
}

Task<> Messages::isend_long(const World& world, Message message, CallAnswer& answer) {
    PendingMessage& send = requests_.open_pending(Call::isend, message);
    answer.request = send.id;
    announce(world, send);
    co_return;
}

Task<> Messages::irecv(const World& world, Message message, CallAnswer& answer) {
    if (message.peer == proc_null) {
        answer.request = requests_.open_done(Call::irecv);
        co_return;
    }
    PendingMessage& pending = requests_.open_pending(Call::irecv, message);
    answer.request = pending.id;
    receive(world, pending);
}

WaitReason Messages::reason(Call call, RequestId id) const {
    const PendingMessage* const awaited = requests_.find(id);
    if (awaited == nullptr) return {call, no_window, Awaited::message, no_rank};
    const bool sends = awaited->stage == Stage::announced;
    return {call, awaited->message.comm, sends ? Awaited::receive : Awaited::message, awaited->message.peer};
}

void Messages::report(Call call, RequestId id) {
    request(call, id);
    if (const std::string* const error = requests_.error_of(id)) throw ErroneousProgram(Call::irecv, *error);
    requests_.close(id);
}

void Messages::free_request(Call call, RequestId id) {
    request(call, id);
    requests_.free(id);
}

void Messages::deliver(const World& world, const Packet& packet) {
    if (packet.kind == PacketKind::send || packet.kind == PacketKind::send_rts) return arrived(world, packet);
    if (packet.kind == PacketKind::send_cts) return asked_for(world, packet);
    return data_arrived(world, packet);
}

const OriginBuffer* Messages::touched_by(const Packet& packet) const {
    const PendingMessage* pending = nullptr;
    if (packet.kind == PacketKind::send_cts) pending = requests_.find(send_of(packet));
    else if (packet.kind == PacketKind::send_data) pending = requests_.find(receive_of(packet));
    else pending = posted_.find(key_of(packet));
    return pending == nullptr ? nullptr : &pending->message.buffer;
}

void Messages::prefetch_first() const {
    prefetch<sizeof(PendingMessage)>(posted_.first());
    requests_.prefetch_first();
}

}  // namespace rmasim
