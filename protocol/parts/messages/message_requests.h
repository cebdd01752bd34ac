// The requests of messages. A request is open from ISEND or IRECV to the call that reports its completion. An eager
// ISEND is complete at once. While a long message is in progress, its SEND and its RECV have requests, too: the packets
// of the message carry the numbers of these requests.
//
// The data of a request that is not complete (PendingMessage) are freed when its message arrives: many programs post
// many receives at the start of a run, and none later.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/errors.h"
#include "protocol/parts/messages/match_queues.h"

#include <memory>
#include <string>
#include <vector>

namespace rmasim {

// The requests of messages of one process.
class MessageRequests {
public:
    struct Request {
        Call call = Call::none;  // none: the entry is free
        bool done = false;
        bool freed = false;                 // REQUEST_FREE: no call will report it
        bool in_call = false;               // the PendingMessage belongs to the frame of a blocking call
        PendingMessage* pending = nullptr;  // null if done
    };

    MessageRequests() = default;
    MessageRequests(const MessageRequests&) = delete;
    MessageRequests& operator=(const MessageRequests&) = delete;
    ~MessageRequests();

    // Creates a complete request: an ISEND, or an IRECV whose message has arrived.
    RequestId open_done(Call call) { return open({call, true, false, false, nullptr}); }
    // Creates a request that is not complete.
    PendingMessage& open_pending(Call call, const Message& message);
    // Creates the request of a blocking call whose message is announced. Sets `pending.id`.
    void open_in_call(Call call, PendingMessage& pending);
    // Returns the message of the request with this number; null if there is no such request, or if it is complete.
    PendingMessage* find(RequestId id) const;
    // Completes a request and frees its PendingMessage. `error` is the error of the message, or empty. If REQUEST_FREE
    // was called for the request, or if it belongs to a blocking call, removes the request.
    void finish(RequestId id, std::string error);

    // Returns the request. Throws ErroneousProgram, with the name of `call`, if no request of ISEND or IRECV has the
    // number.
    const Request& get(Call call, RequestId id) const;
    // Executes REQUEST_FREE. The request must exist.
    void free(RequestId id);
    void close(RequestId id);
    // Returns the error of a complete request's message; null if there is none.
    const std::string* error_of(RequestId id) const;

    // Prefetches the table, which will be used soon.
    void prefetch_first() const;
    // Returns the first open request that is not freed; null if there is none.
    const Request* first_open() const;
    std::size_t bytes() const { return requests_.capacity() * sizeof(Request) + max_pending_ * sizeof(PendingRequest); }

private:
    // The data of a request of a nonblocking call.
    struct PendingRequest : PendingMessage {
        PendingRequest(const Message& given, RequestId id) : PendingMessage(own, id), own(given) {}
        Message own;
    };
    struct Error {
        RequestId id;
        std::string text;
    };
    static std::uint32_t index_of(RequestId id) { return (id & ~message_request) - 1; }
    RequestId open(const Request& request);
    static void free_pending(PendingMessage* pending);

    std::vector<Request> requests_;
    std::unique_ptr<std::vector<Error>> errors_;  // nearly always null
    std::uint32_t first_free_ = 0;                // no entry with a lower index is free
    std::uint32_t pending_ = 0, max_pending_ = 0;
};

}  // namespace rmasim
