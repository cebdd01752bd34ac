#include "protocol/parts/messages/messages.h"

#include "protocol/base/prefetch.h"
#include "protocol/parts/messages/received_data.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace rmasim {

namespace {

using Stage = PendingMessage::Stage;

// Returns the size of the data whose signatures are compared.
std::uint64_t compared_bytes(const MessageStatus& sent, const Message& wanted) {
    return std::min(sent.count, wanted.count) * bytes_of(sent.datatype);
}

// Compares the signature of a message with that of its receive. A signature is a sequence of basic datatypes. That of
// the message must be the beginning of that of the receive, so a message of no element matches any receive.
MessageError compare_signatures(const World& world, const MessageStatus& sent, const Message& wanted) {
    if (sent.count > 0 && wanted.count > 0) {
        if (sent.datatype != wanted.datatype) return MessageError::type;
        if (world.labels != nullptr && world.labels->has_types() &&
            world.labels->differ(sent.label, wanted.label, compared_bytes(sent, wanted))) {
            return MessageError::type;
        }
    }
    return sent.count > wanted.count ? MessageError::truncate : MessageError::none;
}

std::string elements_text(std::uint64_t count, Datatype datatype) {
    return std::to_string(count) + (count == 1 ? " element of " : " elements of ") + std::string(name_of(datatype));
}

// Returns the difference of two signatures.
std::string difference_of(const World& world, const MessageStatus& sent, const Message& wanted) {
    if (sent.datatype == Datatype::handle_sync) return "the sender sends a handle, but the receiver expects data";
    if (wanted.datatype == Datatype::handle_sync) return "the sender sends data, but the receiver expects a handle";
    if (sent.datatype == wanted.datatype) {
        return world.labels->difference(sent.label, wanted.label, compared_bytes(sent, wanted));
    }
    return "the sender sends " + elements_text(sent.count, sent.datatype) + ", but the receiver expects " +
           std::string(name_of(wanted.datatype));
}

std::string text_of(const World& world, MessageError error, const MessageStatus& sent, const Message& wanted) {
    if (error == MessageError::none) return {};
    const std::string sender = world.labels == nullptr || sent.label == no_label
                                   ? ""
                                   : "; " + world.labels->text_of_send(sent.source, sent.label);
    if (error == MessageError::truncate) {
        return "MPI_ERR_TRUNCATE: a message of " + elements_text(sent.count, sent.datatype) + " does not fit " +
               std::to_string(wanted.count) + " of " + std::string(name_of(wanted.datatype)) + sender;
    }
    return "MPI_ERR_TYPE: " + difference_of(world, sent, wanted) + sender;
}

ErroneousProgram error_of(Call call, MessageError error, const std::string& text) {
    ErroneousProgram broken(call, text);
    if (error == MessageError::truncate) return std::move(broken).in_section("truncated");
    if (error == MessageError::type) return std::move(broken).in_section("types_differ");
    return broken;
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

// Returns the packet of a message with `count` elements, without its data.
Packet message_packet(Rank rank, const Message& message, PacketKind kind, std::uint32_t count) {
    Packet packet = packet_on({rank, message.peer, message.comm, message.tag}, kind);
    packet.region.count = count;
    packet.region.stride = message.label;
    packet.region.datatype = message.datatype;
    return packet;
}

// The message must not have parts.
std::uint32_t count_of(const Message& message) { return static_cast<std::uint32_t>(message.count); }

Packet with_data(const World& world, Rank rank, const Message& message, PacketKind kind) {
    Packet packet = message_packet(rank, message, kind, count_of(message));
    packet.data_bytes = static_cast<std::uint32_t>(size_of(message));
    const bool has_data = message.datatype == Datatype::handle_sync ||
                          (message.mode == SendMode::buffered && kind == PacketKind::send_data);
    packet.payload = has_data ? message.data
                              : world.memory.gather(rank, message.buffer, message.datatype, count_of(message));
    return packet;
}

// Returns the number of elements of a part, which is at least one.
std::uint32_t max_part_count(const Message& message) {
    return std::max(1u, message.part_bytes / static_cast<std::uint32_t>(bytes_of(message.datatype)));
}
template <class Visit>
void for_each_part(const Message& message, Visit visit) {
    const std::uint32_t max = max_part_count(message);
    for (std::uint64_t first = 0; first < message.count; first += max) {
        visit(first, static_cast<std::uint32_t>(std::min<std::uint64_t>(max, message.count - first)));
    }
}

Payload gather_part(const World& world, Rank rank, const Message& message, std::uint64_t first, std::uint32_t count) {
    const OriginBuffer from = first == 0 ? message.buffer : world.memory.behind(message.buffer, first);
    return world.memory.gather(rank, from, message.datatype, count);
}

// Returns a copy of a message for BSEND. That of a message with parts is a list with the copies of its parts.
Payload copy_of(const World& world, Rank rank, const Message& message) {
    if (!has_parts(message)) return gather_part(world, rank, message, 0, count_of(message));
    std::vector<Payload> parts;
    for_each_part(message, [&](std::uint64_t first, std::uint32_t count) {
        parts.push_back(gather_part(world, rank, message, first, count));
    });
    const std::size_t bytes = parts.size() * sizeof(Payload);
    const Payload list = world.memory.allocate(bytes);
    std::memcpy(list.bytes, parts.data(), bytes);
    return list;
}

// Returns the number of elements of a message that has arrived, or was announced.
std::uint64_t count_in(const Packet& message) {
    const bool in_parts = message.kind == PacketKind::send_rts && message.region.disp != 0;
    return in_parts ? message.region.disp : message.region.count;
}

MessageStatus status_in(const Packet& message) {
    return {message.source, message.op,     count_in(message),  message.region.datatype,
            false,          message.window, MessageError::none, message.region.stride};
}

SendMode mode_of(Call call) {
    switch (call) {
        case Call::ssend:
        case Call::issend: return SendMode::synchronous;
        case Call::bsend:
        case Call::ibsend: return SendMode::buffered;
        case Call::rsend:
        case Call::irsend: return SendMode::ready;
        default: return SendMode::standard;
    }
}

Message with_mode(Message message, Call call) {
    message.mode = mode_of(call);
    return message;
}

std::uint64_t buffer_bytes_of(const Message& message) { return size_of(message) + SendBuffer::overhead_bytes; }

// Returns the number of the message that MRECV or IMRECV receives.
std::uint64_t held_by(const CallRequest& request) { return request.more ? request.more->handle : 0; }

// Throws ErroneousProgram if the message of a ready send has arrived before its receive.
void require_not_ready(Call call, const Packet& message) {
    if (message.round == 0) return;
    throw ErroneousProgram(
        call, "rank " + std::to_string(message.source) + " sent the message by RSEND before this receive was posted");
}

}  // namespace

Task<> Messages::call(const World& world, WaitList& waits, const CallRequest& request, MessageLimits limits,
                      CallAnswer& answer) {
    const Call call = request.call;
    switch (call) {
        case Call::send: return send(world, waits, request.message, limits);
        case Call::recv: return recv(world, waits, request.message, answer, request.status_use());
        case Call::isend: return isend(world, request.message, limits, answer);
        case Call::irecv: return irecv(world, request.message, answer);
        case Call::mrecv: return mrecv(world, waits, request.message, held_by(request), answer, request.status_use());
        case Call::imrecv: return imrecv(world, request.message, held_by(request), answer);
        case Call::buffer_attach: return attach(request.more ? request.more->memory_bytes : 0);
        case Call::buffer_detach: return detach(waits);
        case Call::rsend: return send(world, waits, with_mode(request.message, call), limits);
        case Call::irsend: return isend(world, with_mode(request.message, call), limits, answer);
        case Call::ssend: return send_and_wait(world, waits, call, with_mode(request.message, call), limits);
        case Call::issend: return isend_pending(world, call, with_mode(request.message, call), limits, answer);
        case Call::bsend:
        case Call::ibsend:
            return send_buffered(world, call, with_mode(request.message, call), limits, answer, request.status_use());
        default: return probe(world, waits, call, request.message, answer);
    }
}

// Stores the data of a message, and completes its receive. A blocking RECV handles the error itself.
void Messages::take(const World& world, PendingMessage& receive, const Packet& packet) {
    receive.status = status_in(packet);
    const MessageError error = compare_signatures(world, receive.status, receive.message);
    receive.status.error = error;
    const auto stored = static_cast<std::uint32_t>(receive.final_count());
    if (stored > 0 && error != MessageError::type) [[likely]] {
        store_received(world, rank_, receive.message.buffer, packet.region.datatype, stored, packet.payload);
    }
    world.memory.release(packet.payload);
    end(world, receive);
}

// Stores a part of a message. The first part that arrives need not be that with the first elements.
void Messages::take_part(const World& world, PendingMessage& receive, const Packet& part) {
    const std::uint64_t first = part.region.disp, room = receive.final_count();
    if (receive.missing == receive.status.count) {
        receive.status.error = compare_signatures(world, receive.status, receive.message);
    }
    if (first < room && receive.status.error != MessageError::type) {
        const OriginBuffer& whole = receive.message.buffer;
        const auto stored = static_cast<std::uint32_t>(std::min<std::uint64_t>(part.region.count, room - first));
        store_received(world, rank_, first == 0 ? whole : world.memory.behind(whole, first), part.region.datatype,
                       stored, part.payload);
    }
    world.memory.release(part.payload);
    receive.missing -= part.region.count;
    if (receive.missing == 0) end(world, receive);
}

// Completes a receive whose message is stored.
void Messages::end(const World& world, PendingMessage& receive) {
    receive.stage = Stage::done;
    if (receive.id == no_request) return;
    if (receive.status.error == MessageError::none) [[likely]]
        return requests_.finish(receive.id);
    requests_.finish(receive.id, text_of(world, receive.status.error, receive.status, receive.message));
}

// Ends a blocking receive whose message has arrived.
void Messages::end_receive(const World& world, Call call, const PendingMessage& receive, CallAnswer& answer,
                           StatusUse use) {
    const MessageError error = receive.status.error;
    if (error != MessageError::none && use != StatusUse::errors) {
        throw error_of(call, error, text_of(world, error, receive.status, receive.message));
    }
    if (use != StatusUse::none) answer.own_lists().statuses.assign(1, receive.final_status());
}

// Requests an announced message. `take` checks that the message fits its receive.
void Messages::ask_for(const World& world, PendingMessage& receive, const Packet& rts) {
    if (receive.id == no_request) requests_.open_in_call(Call::recv, receive);
    receive.stage = Stage::asked_for;
    receive.status = status_in(rts);
    receive.missing = receive.status.count;
    Packet cts = packet_on({rank_, rts.source, rts.window, rts.op}, PacketKind::send_cts);
    set_send(cts, send_of(rts));
    set_receive(cts, receive.id);
    transmit(world, cts);
}

void Messages::match(const World& world, PendingMessage& receive, const Packet& packet) {
    world.observer.message_matched(rank_, static_cast<std::uint32_t>(receive.number), packet);
    accept(world, receive, packet);
}

void Messages::accept(const World& world, PendingMessage& receive, const Packet& packet) {
    if (packet.kind == PacketKind::send) [[likely]]
        return take(world, receive, packet);
    if (packet.kind == PacketKind::send_rts) return ask_for(world, receive, packet);
    take(world, receive, packet);
    Packet ack = packet_on({rank_, packet.source, packet.window, packet.op}, PacketKind::ssend_ack);
    set_send(ack, send_of(packet));
    transmit(world, ack);
}

// Begins a receive: matches it with an unexpected message, or posts it.
void Messages::receive(const World& world, Call call, PendingMessage& receive, CallAnswer& answer) {
    UnexpectedMessage* const message = unexpected_.find(key_of(receive.message));
    if (message == nullptr) posted_.post(receive);
    else posted_.count(receive);
    answer.index = static_cast<std::int32_t>(receive.number);
    if (message != nullptr) receive_unexpected(world, call, receive, *message);
}

void Messages::receive_unexpected(const World& world, Call call, PendingMessage& receive, UnexpectedMessage& message) {
    require_not_ready(call, message.packet);
    unexpected_.remove(message);
    match(world, receive, message.packet);
    UnexpectedMessages::free(message);
}

// Begins the receive of a message that MPROBE has taken.
void Messages::receive_held(const World& world, Call call, PendingMessage& receive, const HeldMessage& held,
                            CallAnswer& answer) {
    require_not_ready(call, held.message->packet);
    receive.number = held.number;
    answer.index = static_cast<std::int32_t>(held.number);
    accept(world, receive, held.message->packet);
    UnexpectedMessages::free(*held.message);
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
    if (send->message.mode == SendMode::buffered) requests_.buffer().used_bytes -= buffer_bytes_of(send->message);
    if (has_parts(send->message)) return send_parts(world, *send, receive_of(cts));
    Packet data = with_data(world, rank_, send->message, PacketKind::send_data);
    set_receive(data, receive_of(cts));
    send->stage = Stage::done;
    requests_.finish(send->id);
    transmit(world, data);
}

// Sends the data of a message in parts.
void Messages::send_parts(const World& world, PendingMessage& send, RequestId receive) {
    const Message message = send.message;
    const bool copied = message.mode == SendMode::buffered;
    const std::byte* const copies = message.data.bytes;
    std::vector<Packet> parts;
    for_each_part(message, [&](std::uint64_t first, std::uint32_t count) {
        Packet& part = parts.emplace_back(message_packet(rank_, message, PacketKind::send_data, count));
        part.region.disp = first;
        part.data_bytes = count * static_cast<std::uint32_t>(bytes_of(message.datatype));
        set_receive(part, receive);
        if (!copied) part.payload = gather_part(world, rank_, message, first, count);
        else std::memcpy(&part.payload, copies + (parts.size() - 1) * sizeof part.payload, sizeof part.payload);
    });
    if (copied) world.memory.release(message.data);
    send.stage = Stage::done;
    requests_.finish(send.id);
    for (const Packet& part : parts) transmit(world, part);
}

void Messages::acknowledged(const Packet& ack) {
    PendingMessage* const send = requests_.find(send_of(ack));
    if (send == nullptr || send->stage != Stage::sent) throw ProtocolError("SSEND_ACK without SSEND");
    send->stage = Stage::done;
    requests_.finish(send->id);
}

void Messages::data_arrived(const World& world, const Packet& packet) {
    PendingMessage* const receive = requests_.find(receive_of(packet));
    if (receive == nullptr || receive->stage != Stage::asked_for) {
        throw ProtocolError("SEND_DATA for which no SEND_CTS was sent");
    }
    if (packet.region.count < receive->status.count) return take_part(world, *receive, packet);
    take(world, *receive, packet);
}

// Complete when the data are sent, without a wait for the receiver.
Task<> Messages::send_eager(const World& world, const Message& message) {
    if (message.peer == proc_null) return {};
    return without_wait([&] {
        Packet packet = with_data(world, rank_, message, PacketKind::send);
        packet.round = message.mode == SendMode::ready ? 1 : 0;
        transmit(world, packet);
    });
}

// Sends a message whose call waits for the receiver.
Task<> Messages::send_and_wait(const World& world, WaitList& waits, Call call, Message message,
                               MessageLimits limits) {
    if (message.peer == proc_null) co_return;
    message.part_bytes = limits.part_bytes;
    PendingMessage send(message);
    requests_.open_in_call(call, send);
    begin_send(world, send, limits);
    const Awaited awaited = send.stage == Stage::sent ? Awaited::match : Awaited::receive;
    waits.until({call, message.comm, awaited, message.peer, message.tag},
                [&send] { return send.stage == Stage::done; });
    co_await waits;
}

void Messages::begin_send(const World& world, PendingMessage& send, MessageLimits limits) {
    if (is_long(send.message, limits)) return announce(world, send);
    send.stage = Stage::sent;
    Packet packet = with_data(world, rank_, send.message, PacketKind::ssend);
    set_send(packet, send.id);
    transmit(world, packet);
}

void Messages::announce(const World& world, PendingMessage& send) {
    send.stage = Stage::announced;
    const bool in_parts = has_parts(send.message);
    Packet rts = message_packet(rank_, send.message, PacketKind::send_rts, in_parts ? 0 : count_of(send.message));
    if (in_parts) rts.region.disp = send.message.count;
    rts.round = send.message.mode == SendMode::ready ? 1 : 0;
    set_send(rts, send.id);
    transmit(world, rts);
}

// Complete when the message is copied or sent.
Task<> Messages::send_buffered(const World& world, Call call, Message message, MessageLimits limits,
                               CallAnswer& answer, StatusUse use) {
    if (use != StatusUse::none) answer.own_lists().statuses.clear();
    if (message.peer != proc_null && !has_room(call, message, use)) {
        answer.own_lists().statuses.assign(1, {.error = MessageError::buffer});
        co_return;
    }
    if (call == Call::ibsend) answer.request = requests_.open_done(call);
    if (message.peer == proc_null) co_return;
    if (!is_long(message, limits)) {
        transmit(world, with_data(world, rank_, message, PacketKind::send));
        co_return;
    }
    message.part_bytes = limits.part_bytes;
    if (message.datatype != Datatype::handle_sync) message.data = copy_of(world, rank_, message);
    requests_.buffer().used_bytes += buffer_bytes_of(message);
    PendingMessage& send = requests_.open_pending(call, message);
    requests_.free(send.id);
    announce(world, send);
}

// Returns true if the buffer of BSEND has room for the message. If it has none and the call returns no errors, throws
// ErroneousProgram.
bool Messages::has_room(Call call, const Message& message, StatusUse use) {
    const SendBuffer* const buffer = requests_.find_buffer();
    const std::uint64_t needed = buffer_bytes_of(message);
    if (buffer != nullptr && buffer->attached && buffer->used_bytes + needed <= buffer->bytes) return true;
    if (use == StatusUse::errors) return false;
    if (buffer == nullptr || !buffer->attached) throw ErroneousProgram(call, "no buffer is attached");
    throw ErroneousProgram(call, "the message needs " + std::to_string(needed) +
                                     " bytes of the attached buffer, with 512 bytes of overhead; " +
                                     std::to_string(buffer->bytes - buffer->used_bytes) + " of its " +
                                     std::to_string(buffer->bytes) + " bytes are free");
}

Task<> Messages::attach(std::uint64_t bytes) {
    SendBuffer& buffer = requests_.buffer();
    if (buffer.attached) throw ErroneousProgram(Call::buffer_attach, "a buffer is attached already");
    buffer.attached = true;
    buffer.bytes = bytes;
    co_return;
}

Task<> Messages::detach(WaitList& waits) {
    SendBuffer& buffer = requests_.buffer();
    if (!buffer.attached) throw ErroneousProgram(Call::buffer_detach, "no buffer is attached");
    waits.until({Call::buffer_detach, no_window, Awaited::buffered, no_rank},
                [&buffer] { return buffer.used_bytes == 0; });
    co_await waits;
    buffer.attached = false;
}

Rank Messages::awaited_by_detach() const {
    const PendingMessage* const send = requests_.find_buffered();
    return send == nullptr ? no_rank : send->message.peer;
}

namespace {

// The status of a receive from MPI_PROC_NULL.
MessageStatus null_status(const Message& message) {
    MessageStatus status;
    status.source = proc_null;
    status.comm = message.comm;
    return status;
}

}  // namespace

Task<> Messages::recv(const World& world, WaitList& waits, Message message, CallAnswer& answer, StatusUse use) {
    if (message.peer == proc_null) {
        if (use != StatusUse::none) answer.own_lists().statuses.assign(1, null_status(message));
        co_return;
    }
    PendingMessage pending(message);
    receive(world, Call::recv, pending, answer);
    waits.until({Call::recv, message.comm, Awaited::message, message.peer, message.tag},
                [&pending] { return pending.stage == Stage::done; });
    co_await waits;
    end_receive(world, Call::recv, pending, answer, use);
}

Task<> Messages::isend(const World& world, const Message& message, MessageLimits limits, CallAnswer& answer) {
    if (is_long(message, limits)) return isend_pending(world, Call::isend, message, limits, answer);
    answer.request = requests_.open_done(Call::isend);
    return send_eager(world, message);
}

Task<> Messages::isend_pending(const World& world, Call call, const Message& message, MessageLimits limits,
                               CallAnswer& answer) {
    return without_wait([&] {
        if (message.peer == proc_null) {
            answer.request = requests_.open_done(call);
            return;
        }
        Message sent = message;
        sent.part_bytes = limits.part_bytes;
        PendingMessage& send = requests_.open_pending(call, sent);
        answer.request = send.id;
        begin_send(world, send, limits);
    });
}

Task<> Messages::irecv(const World& world, const Message& message, CallAnswer& answer) {
    return without_wait([&] {
        if (message.peer == proc_null) {
            answer.request = requests_.open_done(Call::irecv, proc_null);
            return;
        }
        PendingMessage& pending = requests_.open_pending(Call::irecv, message);
        answer.request = pending.id;
        receive(world, Call::irecv, pending, answer);
    });
}

Task<> Messages::mrecv(const World& world, WaitList& waits, Message message, std::uint64_t held, CallAnswer& answer,
                       StatusUse use) {
    if (held == message_no_proc) {
        if (use != StatusUse::none) answer.own_lists().statuses.assign(1, null_status(message));
        co_return;
    }
    const HeldMessage matched = requests_.take_held(Call::mrecv, held);
    message.comm = matched.message->packet.window;
    PendingMessage pending(message);
    receive_held(world, Call::mrecv, pending, matched, answer);
    waits.until({Call::mrecv, message.comm, Awaited::message, pending.status.source, pending.status.tag},
                [&pending] { return pending.stage == Stage::done; });
    co_await waits;
    end_receive(world, Call::mrecv, pending, answer, use);
}

Task<> Messages::imrecv(const World& world, Message message, std::uint64_t held, CallAnswer& answer) {
    if (held == message_no_proc) {
        answer.request = requests_.open_done(Call::imrecv, proc_null);
        co_return;
    }
    const HeldMessage matched = requests_.take_held(Call::imrecv, held);
    message.comm = matched.message->packet.window;
    PendingMessage& pending = requests_.open_pending(Call::imrecv, message);
    answer.request = pending.id;
    receive_held(world, Call::imrecv, pending, matched, answer);
}

// Executes PROBE, IPROBE, MPROBE and IMPROBE. They always return a status.
Task<> Messages::probe(const World& world, WaitList& waits, Call call, Message message, CallAnswer& answer) {
    std::vector<MessageStatus>& statuses = answer.own_lists().statuses;
    const bool takes = call == Call::mprobe || call == Call::improbe;
    answer.done = true;
    if (message.peer == proc_null) {
        statuses.assign(1, null_status(message));
        answer.request = message_no_proc;
        co_return;
    }
    if (call == Call::probe || call == Call::mprobe) {
        waits.until({call, message.comm, Awaited::message, message.peer, message.tag},
                    [this, &message] { return unexpected_.find(key_of(message)) != nullptr; });
        co_await waits;
    }
    UnexpectedMessage* const found = unexpected_.find(key_of(message));
    answer.done = found != nullptr;
    answer.request = no_request;
    statuses.clear();
    if (found == nullptr) co_return;
    statuses.push_back(status_in(found->packet));
    if (!takes) co_return;
    unexpected_.remove(*found);
    const std::uint64_t number = posted_.next_number();
    world.observer.message_matched(rank_, static_cast<std::uint32_t>(number), found->packet);
    answer.index = static_cast<std::int32_t>(number);
    answer.request = requests_.hold(*found, number);
}

WaitReason Messages::reason(Call call, RequestId id) const {
    const PendingMessage* const awaited = requests_.find(id);
    if (awaited == nullptr) return {call, no_window, Awaited::message, no_rank};
    const Awaited what = awaited->stage == Stage::announced ? Awaited::receive
                         : awaited->stage == Stage::sent    ? Awaited::match
                                                            : Awaited::message;
    const Rank peer = awaited->stage == Stage::asked_for ? awaited->status.source : awaited->message.peer;
    return {call, awaited->message.comm, what, peer, awaited->message.tag};
}

void Messages::throw_error(RequestId id, bool errors_return, const std::string& text) const {
    const MessageRequests::Request& done = requests_.get(Call::request_wait, id);
    if (errors_return && done.error != MessageError::none) return;
    throw error_of(done.call, done.error, text);
}

void Messages::free_request(Call call, RequestId id) {
    request(call, id);
    requests_.free(id);
}

void Messages::cancel(Call call, RequestId id) {
    request(call, id);
    PendingMessage* const pending = requests_.find(id);
    if (pending == nullptr || pending->stage != Stage::posted) return;
    posted_.remove(*pending);
    pending->status.cancelled = true;
    requests_.finish(id);
}

void Messages::deliver(const World& world, const Packet& packet) {
    switch (packet.kind) {
        case PacketKind::send:
        case PacketKind::send_rts:
        case PacketKind::ssend: return arrived(world, packet);
        case PacketKind::send_cts: return asked_for(world, packet);
        case PacketKind::ssend_ack: return acknowledged(packet);
        default: return data_arrived(world, packet);
    }
}

const OriginBuffer* Messages::touched_by(const Packet& packet) const {
    const PendingMessage* pending = nullptr;
    if (packet.kind == PacketKind::send_cts) pending = requests_.find(send_of(packet));
    else if (packet.kind == PacketKind::ssend_ack) return nullptr;
    else if (packet.kind == PacketKind::send_data) pending = requests_.find(receive_of(packet));
    else pending = posted_.peek(key_of(packet));
    return pending == nullptr ? nullptr : &pending->message.buffer;
}

void Messages::prefetch_first() const {
    prefetch<sizeof(PendingMessage)>(posted_.first());
    requests_.prefetch_first();
}

}  // namespace rmasim
