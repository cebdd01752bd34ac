// What programs need around their epochs: MPI_BARRIER of the group, and eager messages (SEND, RECV). Both make progress
// like every MPI call.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/base/process.h"
#include "protocol/parts/barrier.h"
#include "protocol/parts/mailbox.h"

#include <memory>

namespace rmasim {

class TwoSided {
public:
    TwoSided(Rank rank, Rank ranks) : rank_(rank), ranks_(ranks) {}

    // `world` and `waits` are the process's own, and outlive its calls; suspended ones are in `waits`.
    Task<> barrier(const World& world, WaitList& waits);
    Task<> send(const World& world, Message message);
    Task<> recv(const World& world, WaitList& waits, Message message);

    // A SEND, or a BARRIER of no window.
    void deliver(const World& world, const Packet& packet);

    // For the waits that the calls above make.
    std::string describe(const WaitReason& reason) const;
    AwaitedRank awaited(const WaitReason& reason) const;
    std::size_t bytes() const { return state_ ? sizeof(State) + state_->mailbox.bytes() : 0; }

private:
    struct State {
        Barrier barrier;
        Mailbox mailbox;
    };

    State& state();

    Rank rank_;
    Rank ranks_;
    std::unique_ptr<State> state_;  // none before the first call or packet
};

// The packet of a barrier's round: a BARRIER or a NODE_BARRIER. `window`: no_window for MPI_BARRIER.
Packet barrier_packet(PacketKind kind, Rank source, Rank target, WindowId window, unsigned round);
// "BARRIER round 1 from rank 3"
std::string barrier_text(const Barrier& barrier, Barrier::Instance instance);

}  // namespace rmasim
