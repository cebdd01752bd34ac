// The requests of ISEND and IRECV, from their call to the call that reports them done. An eager ISEND is done at once.
// IRECVs are matched in the order of their calls, before any RECV that waits. While a long message is under way, its
// SEND and its RECV are requests, too.
//
// A request is three bytes. What an IRECV looks for is kept only until its message comes: programs post many receives
// to set up a run, and never again.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/errors.h"
#include "protocol/base/packet.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rmasim {

class MessageRequests {
public:
    struct Request {
        Call call = Call::none;  // none: the place is free
        bool done = false;
        bool freed = false;  // REQUEST_FREE: nobody asks for it any more
    };
    // Where a message is that a request waits for.
    enum class Stage : std::uint8_t {
        expected,   // of an IRECV: nothing has come
        asked_for,  // it was announced, and the receiver has asked for it
        announced,  // at its sender: nobody has asked for it
    };
    // A request that is not done.
    struct Posted {
        RequestId id = no_request;
        Stage stage = Stage::expected;
        Message message{};
    };

    // An ISEND, or an IRECV whose message is here already.
    RequestId open_done(Call call) { return open({call, true, false}); }
    RequestId post(Call call, Stage stage, const Message& message);
    // The oldest one that a packet of a message is for; null if there is none.
    const Posted* find(const Packet& packet) const;
    // The announcement of its message has come, and the receiver asks for it.
    void ask_for(RequestId id);
    // Takes the oldest one that the packet is for, for its caller to `finish`; none if there is none.
    std::optional<Posted> match(const Packet& packet);
    // Its message has come. `error`: what is wrong with the message; empty if nothing is. Closes a freed request.
    void finish(RequestId id, std::string error);

    // Raises ErroneousProgram, naming `call`, if no request of ISEND or IRECV has the number.
    const Request& get(Call call, RequestId id) const;
    // REQUEST_FREE, of one that `get` knows.
    void free(RequestId id);
    void close(RequestId id);
    // Of a request that is done: what is wrong with its message; null if nothing is.
    const std::string* error_of(RequestId id) const;
    // What it waits for; null if it is done.
    const Posted* awaited(RequestId id) const;

    // It will be asked for soon: prefetches the tables.
    void prefetch_first() const;
    // The first one that nobody has waited for; null if there is none.
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
    std::size_t place_of(RequestId id) const;  // in posted_; its size if it is done

    std::vector<Request> requests_;
    std::vector<Posted> posted_;                  // oldest first
    std::unique_ptr<std::vector<Error>> errors_;  // nearly always null
    std::uint32_t first_free_ = 0;                // no place below it is free
    std::uint32_t max_posted_ = 0;
};

}  // namespace rmasim
