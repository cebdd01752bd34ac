// Messages: their edges (SPEC.md, MM-EDGE-2), and their buffers.
#pragma once

#include "protocol/memmodel/shadow/accesses.h"

#include <cstdint>
#include <map>

namespace rmasim::memmodel {

class Messages {
public:
    Messages(Threads& threads, Accesses& accesses) : threads_(threads), accesses_(accesses) {}

    // SEND, RECV, ISEND, IRECV. The last two use their buffers until their request is complete.
    void begin(const Origin& origin, ThreadState& thread, const Message& message, const Buffers& buffers);
    void end_recv(const Origin& origin, ThreadState& thread);
    // The thread is ordered after the message that the receive has taken.
    void take(ThreadState& thread, const Receive& receive);

private:
    // Messages with the same source, target, tag and communicator.
    struct Mail {
        std::map<std::uint64_t, Moment> sent{};  // by number, until a receive matches
        std::uint64_t sends = 0, receives = 0;
    };

    Threads& threads_;
    Accesses& accesses_;
    std::map<Route, Mail> mail_;
};

}  // namespace rmasim::memmodel
