// Messages: their edges (SPEC.md, MM-EDGE-2), and their buffers.
#pragma once

#include "protocol/memmodel/shadow/accesses.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <utility>

namespace rmasim::memmodel {

class Messages {
public:
    Messages(Threads& threads, Accesses& accesses) : threads_(threads), accesses_(accesses) {}

    // A call that sends or receives. Nonblocking calls use their buffers until their request is complete.
    void begin(const Origin& origin, ThreadState& thread, const Message& message, const Buffers& buffers);
    // The receive of the process with this number has matched the oldest message of the route.
    void matched(std::uint32_t receive, const Route& route);
    void end_recv(const Origin& origin, ThreadState& thread, std::uint32_t receive);
    // PROBE or IPROBE has found the oldest message of a route.
    void end_probe(Rank rank, ThreadState& thread, const MessageStatus& found);
    // MPROBE or IMPROBE has matched a message, as the receive with this number.
    void end_matched_probe(Rank rank, ThreadState& thread, std::uint32_t receive);
    // The thread is ordered after the message that the receive has matched.
    void take(Rank rank, ThreadState& thread, std::uint32_t receive);

    // A synchronous send is complete: the thread is ordered after its receive.
    void end_synchronous(ThreadState& thread, const Receipt& receipt);

private:
    struct Sent {
        Moment moment;
        std::shared_ptr<Receipt> receipt;  // null unless the send is synchronous
    };

    Threads& threads_;
    Accesses& accesses_;
    std::map<Route, std::deque<Sent>> sent_;                      // the messages that no receive has matched
    std::map<std::pair<Rank, std::uint32_t>, Moment> matched_{};  // by rank and number of the receive
};

}  // namespace rmasim::memmodel
