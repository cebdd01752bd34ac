// The messages (SEND, RECV and their nonblocking forms) of one process.
//
// A message of at most `eager_bytes` bytes is eager: it is sent whole, and its SEND does not wait. A longer message
// waits for its RECV, so no process must buffer its data:
//
//     SEND of rank 0   --- SEND_RTS -->    RECV of rank 1
//                     <--- SEND_CTS ---
//                      --- SEND_DATA -->
//
// SEND_RTS and SEND_CTS carry the number of the sender's request, SEND_CTS and SEND_DATA that of the receiver's
// request.
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
inline std::uint32_t size_of(const Message& message) {
    return message.count * static_cast<std::uint32_t>(bytes_of(message.datatype));
}

// True if the SEND of the message waits for its RECV.
inline bool is_long(const Message& message, std::uint32_t eager_bytes) {
    return eager_bytes != no_message_limit && message.peer != proc_null && size_of(message) > eager_bytes;
}

// The messages of one process. `world` and `waits` belong to the process and must outlive the calls. Suspended calls
// are in `waits`.
class Messages {
public:
    explicit Messages(Rank rank) : rank_(rank) {}

    // Execute SEND and RECV.
    Task<> send(const World& world, WaitList& waits, const Message& message, std::uint32_t eager_bytes) {
        return is_long(message, eager_bytes) ? send_long(world, waits, message) : send_eager(world, message);
    }
    Task<> recv(const World& world, WaitList& waits, Message message);
    // Execute ISEND and IRECV. The functions store the new request in `answer`.
    Task<> isend(const World& world, Message message, std::uint32_t eager_bytes, CallAnswer& answer);
    Task<> irecv(const World& world, Message message, CallAnswer& answer);
    // The requests of messages. These functions throw ErroneousProgram, with the name of `call`, if there is no such
    // request, or if its message is erroneous.
    const MessageRequests::Request& request(Call call, RequestId id) const { return requests_.get(call, id); }
    WaitReason reason(Call call, RequestId id) const;
    void report(Call call, RequestId id);
    void free_request(Call call, RequestId id);
    // Returns the first request that the program has neither completed nor freed; null if there is none.
    const MessageRequests::Request* open_request() const { return requests_.first_open(); }
    // Returns the unexpected message that arrived first; null if all messages were received.
    const Packet* unreceived() const { return unexpected_.size() == 0 ? nullptr : &unexpected_.oldest(); }

    // Handles SEND, SEND_RTS, SEND_CTS or SEND_DATA.
    void deliver(const World& world, const Packet& packet);
    // Returns the user's memory that `deliver` reads or writes for the packet, or for the data that follow it. Null if
    // there is no such memory.
    const OriginBuffer* touched_by(const Packet& packet) const;

    // Prefetches the tables, which will be used soon.
    void prefetch_first() const;
    std::size_t bytes() const { return requests_.bytes() + posted_.bytes() + unexpected_.bytes(); }

private:
    Task<> send_eager(const World& world, Message message);
    Task<> send_long(const World& world, WaitList& waits, Message message);
    Task<> isend_long(const World& world, Message message, CallAnswer& answer);
    void transmit(const World& world, const Packet& packet) {
        if (packet.target == rank_) deliver(world, packet);
        else world.transport.send(packet);
    }
    void announce(const World& world, PendingMessage& send);
    void receive(const World& world, PendingMessage& receive);
    void match(const World& world, PendingMessage& receive, const Packet& packet);
    void ask_for(const World& world, PendingMessage& receive, const Packet& rts);
    void arrived(const World& world, const Packet& packet);
    void asked_for(const World& world, const Packet& cts);
    void data_arrived(const World& world, const Packet& packet);
    void take(const World& world, PendingMessage& receive, const Packet& packet);

    Rank rank_;
    PostedReceives posted_;
    UnexpectedMessages unexpected_;
    MessageRequests requests_;
};

}  // namespace rmasim
