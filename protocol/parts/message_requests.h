// The requests of ISEND and IRECV, from their call to the call that reports them done. An ISEND is eager, so it is done
// at once. IRECVs are matched in the order of their calls, before any RECV that waits.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/errors.h"
#include "protocol/base/packet.h"

#include <vector>

namespace rmasim {

class MessageRequests {
public:
    struct Request {
        RequestId id = no_request;  // no_request: the place is free
        Call call = Call::none;
        bool done = false;
        bool freed = false;  // REQUEST_FREE: nobody asks for it any more
        Message message{};
        std::string error{};  // what is wrong with the message that came
        std::uint64_t turn = 0;
    };

    RequestId open(Call call, const Message& message, bool done);
    // The oldest IRECV that the message fits; null if there is none.
    Request* match(const Packet& message);
    // Raises ErroneousProgram, naming `call`, if no request of ISEND or IRECV has the number.
    Request& get(Call call, RequestId id);
    const Request& get(Call call, RequestId id) const;
    void close(Request& request) { request = Request{}; }

    // The first one that nobody has waited for; null if there is none.
    const Request* first_open() const;
    std::size_t bytes() const { return requests_.capacity() * sizeof(Request); }

private:
    std::vector<Request> requests_;
    std::uint64_t turns_ = 0;
};

}  // namespace rmasim
