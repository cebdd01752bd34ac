// What programs need around their epochs: MPI_BARRIER of the group, and eager messages (SEND, RECV). Both make progress
// like every MPI call.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/base/barrier.h"
#include "protocol/base/mailbox.h"
#include "protocol/base/process.h"

namespace rmasim {

class TwoSided {
public:
    // What `world` refers to outlives this.
    TwoSided(Rank rank, Rank ranks, World world) : rank_(rank), world_(world), barrier_(rank, ranks) {}

    // Suspended calls are in `waits`, which outlives them.
    Task<> barrier(WaitList& waits);
    Task<> send(Message message);
    Task<> recv(WaitList& waits, Message message);

    // A SEND, or a BARRIER of no window.
    void deliver(const Packet& packet);

    // For the waits that the calls above make.
    std::string describe(const WaitReason& reason) const;
    AwaitedRank awaited(const WaitReason& reason) const;
    std::size_t bytes() const { return mailbox_.bytes(); }

private:
    Rank rank_;
    World world_;
    Barrier barrier_;
    Mailbox mailbox_;
};

// The packet of a barrier's round; `window`: no_window for MPI_BARRIER.
Packet barrier_packet(Rank source, Rank target, WindowId window, unsigned round);
// "BARRIER round 1 from rank 3"
std::string barrier_text(const Barrier& barrier, Barrier::Instance instance);

}  // namespace rmasim
