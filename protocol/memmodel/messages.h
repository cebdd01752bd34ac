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
    void begin(const Origin& origin, ThreadState& thread, const CallRequest& call, const Buffers& buffers);
    // The receive of the process with this number has matched the oldest message of the route.
    void matched(std::uint32_t receive, const Route& route);
    void end_recv(const Origin& origin, ThreadState& thread, std::uint32_t receive);
    // IRECV has returned.
    void posted(Rank rank, const ThreadState& thread, std::uint32_t receive);
    // PROBE or IPROBE has found the oldest message of a route.
    void end_probe(Rank rank, ThreadState& thread, const MessageStatus& found);
    // MPROBE or IMPROBE has matched a message, as the receive with this number. `message` is the message's number for
    // MRECV.
    void end_matched_probe(Rank rank, ThreadState& thread, std::uint32_t receive, RequestId message);
    // The thread is ordered after the message that the receive has matched.
    void take(Rank rank, ThreadState& thread, std::uint32_t receive);

    // A synchronous send is complete: the thread is ordered after the begin of the call that receives the message.
    void end_synchronous(ThreadState& thread, const Receipt& receipt);

private:
    struct Sent {
        Moment moment;
        std::shared_ptr<Receipt> receipt;  // null unless the send is synchronous
    };

    using Receive = std::pair<Rank, std::uint32_t>;  // a rank, and the number of its receive

    void begin_receive(Rank rank, ThreadState& thread, const CallRequest& call);
    Moment begin_of(const Receive& receive);

    Threads& threads_;
    Accesses& accesses_;
    std::map<Route, std::deque<Sent>> sent_;  // the messages that no receive has matched
    std::map<Receive, Sent> matched_{};       // the messages that a receive has matched, until they are received
    std::map<Receive, Moment> posted_{};      // the IRECVs that have returned and have matched no message
    std::map<std::pair<Rank, std::uint64_t>, std::uint32_t> held_{};  // by number of the message: that of its receive
};

}  // namespace rmasim::memmodel
