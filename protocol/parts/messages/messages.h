// The messages (SEND, RECV and their nonblocking forms) of one process.
//
// A message of at most `eager_bytes` bytes is eager: it is sent whole, and its SEND does not wait. A longer message
// waits for its RECV, so no process must buffer its data (MessageLimits):
//
//     SEND of rank 0   --- SEND_RTS -->    RECV of rank 1
//                     <--- SEND_CTS ---
//                      --- SEND_DATA -->
//
// SEND_RTS and SEND_CTS carry the number of the sender's request, SEND_CTS and SEND_DATA that of the receiver's
// request. The data of such a message of at least twice `part_bytes` are several SEND_DATA, which may arrive in any
// order.
//
// An eager message of SSEND is acknowledged when a receive matches it. SSEND and SSEND_ACK carry the number of the
// sender's request:
//
//     SSEND of rank 0  --- SSEND -->       RECV of rank 1
//                     <--- SSEND_ACK ---
//
// A message matches its receive by communicator, source and tag alone (MPI 4.1, 3.5). If the message is longer than the
// receive, or if their signatures differ, the receive has an error (MPI 4.1, 3.2.4 and 3.3.1). The receive then stores
// the elements for which it has room, or nothing if the signatures differ.
//
// BSEND copies a long message and announces it. RSEND marks its packet; a receive that is posted after the packet has
// arrived is an error of the program. CANCEL never cancels a send, as in MPICH's device ch4.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/base/task.h"
#include "protocol/base/types.h"
#include "protocol/base/wait.h"
#include "protocol/parts/messages/match_queues.h"
#include "protocol/parts/messages/message_limit.h"
#include "protocol/parts/messages/message_requests.h"

namespace rmasim {

// Returns the size of a message in bytes.
inline std::uint64_t size_of(const Message& message) { return message.count * bytes_of(message.datatype); }

// True if the SEND of the message waits for its RECV.
inline bool is_long(const Message& message, MessageLimits limits) {
    return size_of(message) > limits.eager_bytes && message.peer != proc_null;
}
// True for an announced message whose data are several packets. Handles are never divided.
inline bool has_parts(const Message& message) {
    return size_of(message) / 2 >= message.part_bytes && message.datatype != Datatype::handle_sync;
}

// The messages of one process. `world` and `waits` belong to the process and must outlive the calls. Suspended calls
// are in `waits`.
class Messages {
public:
    explicit Messages(Rank rank) : rank_(rank) {}

    // Executes a call of a message: one of those below, or a send of another mode, MRECV, a probe, a call on the buffer
    // of BSEND.
    Task<> call(const World& world, WaitList& waits, const CallRequest& request, MessageLimits limits,
                CallAnswer& answer);
    // Execute SEND and RECV.
    Task<> send(const World& world, WaitList& waits, const Message& message, MessageLimits limits) {
        return is_long(message, limits) ? send_and_wait(world, waits, Call::send, message, limits)
                                        : send_eager(world, message);
    }
    Task<> recv(const World& world, WaitList& waits, Message message, CallAnswer& answer, StatusUse use);
    // Execute ISEND and IRECV. The functions store the new request in `answer`.
    Task<> isend(const World& world, const Message& message, MessageLimits limits, CallAnswer& answer);
    Task<> irecv(const World& world, const Message& message, CallAnswer& answer);
    // The requests of messages. These functions throw ErroneousProgram, with the name of `call`, if there is no such
    // request. `raise` throws the error of a request that is done, if there is one. If `errors_return` is set, it
    // throws no error that is in the status.
    const MessageRequests::Request& request(Call call, RequestId id) const { return requests_.get(call, id); }
    WaitReason reason(Call call, RequestId id) const;
    MessageStatus status_of(RequestId id) const { return requests_.status_of(id); }  // of a request that is done
    void raise(RequestId id, bool errors_return) const {
        if (const std::string* const text = requests_.error_of(id)) throw_error(id, errors_return, *text);
    }
    // As in MessageRequests.
    std::size_t count_done(std::span<const RequestId> ids) const { return requests_.count_done(ids); }
    std::size_t close_done(std::span<const RequestId> ids) { return requests_.close_done(ids); }
    void report(Call call, RequestId id) {
        request(call, id);
        requests_.close(id);
    }
    void free_request(Call call, RequestId id);
    // Executes CANCEL. A receive that has matched a message and a send are not cancelled.
    void cancel(Call call, RequestId id);
    // The requests of nonblocking collective calls. `error` is the error of the call, or empty.
    RequestId open_collective(Call call) { return requests_.open_collective(call); }
    void finish_collective(RequestId id, std::string error) { requests_.finish_collective(id, std::move(error)); }
    // Returns the number of the next receive.
    std::uint32_t next_receive() const { return static_cast<std::uint32_t>(posted_.begun()); }
    // Returns the first request that the program has neither completed nor freed; null if there is none.
    const MessageRequests::Request* open_request() const { return requests_.first_open(); }
    // Returns the messages that no receive has matched, in the order of their arrival.
    std::vector<const Packet*> unreceived() const { return unexpected_.in_order(); }

    // Returns a rank whose RECV is missing before BUFFER_DETACH can return; no_rank if there is none.
    Rank awaited_by_detach() const;

    // Handles the packets of messages.
    void deliver(const World& world, const Packet& packet);
    // Returns the user's memory that `deliver` reads or writes for the packet, or for the data that follow it. Null if
    // there is no such memory.
    const OriginBuffer* touched_by(const Packet& packet) const;

    // Prefetches the tables, which will be used soon.
    void prefetch_first() const;
    std::size_t bytes() const { return requests_.bytes() + posted_.bytes() + unexpected_.bytes(); }

private:
    void throw_error(RequestId id, bool errors_return, const std::string& text) const;
    Task<> send_eager(const World& world, const Message& message);
    Task<> send_and_wait(const World& world, WaitList& waits, Call call, Message message, MessageLimits limits);
    Task<> send_buffered(const World& world, Call call, Message message, MessageLimits limits, CallAnswer& answer,
                         StatusUse use);
    [[gnu::noinline]] Task<> isend_pending(const World& world, Call call, const Message& message,
                                           MessageLimits limits, CallAnswer& answer);
    Task<> mrecv(const World& world, WaitList& waits, Message message, std::uint64_t held, CallAnswer& answer,
                 StatusUse use);
    Task<> imrecv(const World& world, Message message, std::uint64_t held, CallAnswer& answer);
    Task<> probe(const World& world, WaitList& waits, Call call, Message message, CallAnswer& answer);
    Task<> attach(std::uint64_t bytes);
    Task<> detach(WaitList& waits);
    void transmit(const World& world, const Packet& packet) {
        if (packet.target == rank_) deliver(world, packet);
        else world.transport.send(packet);
    }
    void begin_send(const World& world, PendingMessage& send, MessageLimits limits);
    void announce(const World& world, PendingMessage& send);
    bool has_room(Call call, const Message& message, StatusUse use);
    void receive(const World& world, Call call, PendingMessage& receive, CallAnswer& answer);
    [[gnu::noinline]] void receive_unexpected(const World& world, Call call, PendingMessage& receive,
                                              UnexpectedMessage& message);
    void receive_held(const World& world, Call call, PendingMessage& receive, const HeldMessage& held,
                      CallAnswer& answer);
    void match(const World& world, PendingMessage& receive, const Packet& packet);
    void accept(const World& world, PendingMessage& receive, const Packet& packet);
    void ask_for(const World& world, PendingMessage& receive, const Packet& rts);
    void arrived(const World& world, const Packet& packet);
    void asked_for(const World& world, const Packet& cts);
    void send_parts(const World& world, PendingMessage& send, RequestId receive);
    void acknowledged(const Packet& ack);
    void data_arrived(const World& world, const Packet& packet);
    void take(const World& world, PendingMessage& receive, const Packet& packet);
    void take_part(const World& world, PendingMessage& receive, const Packet& part);
    void end(const World& world, PendingMessage& receive);
    static void end_receive(const World& world, Call call, const PendingMessage& receive, CallAnswer& answer,
                            StatusUse use);

    Rank rank_;
    PostedReceives posted_;
    UnexpectedMessages unexpected_;
    MessageRequests requests_;
};

}  // namespace rmasim
