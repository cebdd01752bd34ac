// The requests of ISEND and IRECV. A request is open from ISEND or IRECV to the call that reports its completion. An
// eager ISEND is complete at once. IRECVs match in the order of their calls, and before any waiting RECV. While a long
// message is in progress, its SEND and its RECV are requests, too.
//
// A request has three bytes. The data for matching an IRECV are freed when its message arrives: many programs post many
// receives at the start of a run, and none later.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/errors.h"
#include "protocol/base/packet.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rmasim {

// The requests of messages of one process.
class MessageRequests {
public:
    struct Request {
        Call call = Call::none;  // none: the entry is free
        bool done = false;
        bool freed = false;  // REQUEST_FREE: no call will report it
    };
    // The progress of a message whose request is not complete.
    enum class Stage : std::uint8_t {
        expected,   // IRECV: no packet has arrived
        asked_for,  // IRECV, RECV: the message was announced, and the receiver has requested it
        announced,  // ISEND, SEND: the message was announced, and the receiver has not requested it
    };
    // A request that is not complete.
    struct Posted {
        RequestId id = no_request;
        Stage stage = Stage::expected;
        Message message{};
    };

    // Creates a complete request: an ISEND, or an IRECV whose message has arrived.
    RequestId open_done(Call call) { return open({call, true, false}); }
    // Creates a request that is not complete.
    RequestId post(Call call, Stage stage, const Message& message);
    // Returns the oldest posted request that a packet of a message matches; null if there is none.
    const Posted* find(const Packet& packet) const;
    // Records that the announcement of the request's message has arrived and that the receiver requests the message.
    void ask_for(RequestId id);
    // Removes and returns the oldest posted request that the packet matches; nullopt if there is none. The caller must
    // then call `finish`.
    std::optional<Posted> match(const Packet& packet);
    // Completes a request whose message was transferred. `error` is the error of the message, or empty. If REQUEST_FREE
    // was called for the request, removes the request.
    void finish(RequestId id, std::string error);

    // Returns the request. Throws ErroneousProgram, with the name of `call`, if no request of ISEND or IRECV has the
    // number.
    const Request& get(Call call, RequestId id) const;
    // Executes REQUEST_FREE. The request must exist.
    void free(RequestId id);
    void close(RequestId id);
    // Returns the error of a complete request's message; null if there is none.
    const std::string* error_of(RequestId id) const;
    // Returns the message that the request waits for; null if the request is complete.
    const Posted* awaited(RequestId id) const;

    // Prefetches the tables, which will be used soon.
    void prefetch_first() const;
    // Returns the first open request that is not freed; null if there is none.
    const Request* first_open() const;
    std::size_t bytes() const { return requests_.capacity() * sizeof(Request) + max_posted_ * sizeof(Posted); }

private:
    struct Error {
        RequestId id;
        std::string text;
    };
    static std::uint32_t index_of(RequestId id) { return (id & ~message_request) - 1; }
    RequestId open(const Request& request);
    const Posted* oldest_for(const Packet& packet) const;
    std::size_t position_of(RequestId id) const;  // index in posted_; its size if the request is complete

    std::vector<Request> requests_;
    std::vector<Posted> posted_;                  // oldest first
    std::unique_ptr<std::vector<Error>> errors_;  // nearly always null
    std::uint32_t first_free_ = 0;                // no entry with a lower index is free
    std::uint32_t max_posted_ = 0;
};

}  // namespace rmasim
