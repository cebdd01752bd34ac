// The two-sided part of MPI that RMA programs need: MPI_BARRIER, and eager messages (SEND, RECV). Both make progress
// like every MPI call.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/base/prefetch.h"
#include "protocol/base/process.h"
#include "protocol/parts/barrier.h"
#include "protocol/parts/mailbox.h"
#include "protocol/parts/message_requests.h"

#include <memory>

namespace rmasim {

class TwoSided {
public:
    // `start`: before the number of the first barrier.
    TwoSided(Rank rank, Rank ranks, Barrier::Instance start = usual_start);

    // `world` and `waits` belong to the process and outlive its calls; suspended calls are in `waits`.
    Task<> barrier(const World& world, WaitList& waits);
    Task<> send(const World& world, Message message);
    Task<> recv(const World& world, WaitList& waits, Message message);
    // What SEND and ISEND do, for a caller that is inside of one.
    void send_now(const World& world, const Message& message);
    RequestId open_sent() { return messages().requests.open_done(Call::isend); }

    // ISEND and IRECV; `answer` gets the request.
    Task<> isend(const World& world, Message message, CallAnswer& answer);
    Task<> irecv(const World& world, Message message, CallAnswer& answer);
    // Their requests. Raise ErroneousProgram, naming `call`, if there is none of this number, or its message is wrong.
    const MessageRequests::Request& request(Call call, RequestId id) const;
    WaitReason reason(Call call, RequestId id) const;
    bool report(Call call, RequestId id);
    void free_request(Call call, RequestId id);
    // At the end of the programs: raises ErroneousProgram if a request is open.
    void require_closed() const;

    // A SEND, or a BARRIER without a window.
    void deliver(const World& world, const Packet& packet);

    // See Process: a message is expected, or a call of messages.
    void expect() const { prefetch<sizeof(Messages)>(messages_.get()); }
    void expect_next() const {
        if (messages_) messages_->requests.expect();
    }

    // For waits of the calls above.
    std::string describe(const WaitReason& reason) const;
    AwaitedRank awaited(const WaitReason& reason) const;
    std::size_t bytes() const { return (barrier_ ? sizeof(Barrier) : 0) + (messages_ ? messages_->bytes() : 0); }

private:
    struct Messages {
        Mailbox mailbox;
        MessageRequests requests;
        std::size_t bytes() const { return sizeof(Messages) + mailbox.bytes() + requests.bytes(); }
    };

    Barrier& own_barrier();
    Messages& messages();
    void arrived(const World& world, const Packet& packet);
    void take(const World& world, const MessageRequests::Posted& posted, const Packet& packet);

    Rank rank_;
    Rank ranks_;
    std::unique_ptr<Barrier> barrier_;    // null until the first call or packet,
    std::unique_ptr<Messages> messages_;  // likewise
};

// The packet of one round of a barrier: `kind` is BARRIER or NODE_BARRIER. `window`: no_window for MPI_BARRIER.
Packet barrier_packet(PacketKind kind, Rank source, Rank target, WindowId window, unsigned round);
// Enters the next instance of `barrier`, whose packets are BARRIERs of `reason.window`, and waits until it is complete.
// What it refers to outlives the task.
Task<> meet(const World& world, WaitList& waits, Barrier& barrier, WaitReason reason);
// "BARRIER round 1 from rank 3"
std::string barrier_text(const Barrier& barrier, Barrier::Instance instance);

}  // namespace rmasim
