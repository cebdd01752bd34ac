// The two-sided part of MPI that RMA programs need: MPI_BARRIER, and eager messages (SEND, RECV). Both make progress
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
    // `start`: before the number of the first barrier.
    TwoSided(Rank rank, Rank ranks, Barrier::Instance start = usual_start);

    // `world` and `waits` belong to the process and outlive its calls; suspended calls are in `waits`.
    Task<> barrier(const World& world, WaitList& waits);
    Task<> send(const World& world, Message message);
    Task<> recv(const World& world, WaitList& waits, Message message);

    // A SEND, or a BARRIER without a window.
    void deliver(const World& world, const Packet& packet);

    // For waits of the calls above.
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
    std::unique_ptr<State> state_;  // null until the first call or packet
};

// The packet of one round of a barrier: `kind` is BARRIER or NODE_BARRIER. `window`: no_window for MPI_BARRIER.
Packet barrier_packet(PacketKind kind, Rank source, Rank target, WindowId window, unsigned round);
// Enters the next instance of `barrier`, whose packets are BARRIERs of `reason.window`, and waits until it is complete.
// What it refers to outlives the task.
Task<> meet(const World& world, WaitList& waits, Barrier& barrier, WaitReason reason);
// "BARRIER round 1 from rank 3"
std::string barrier_text(const Barrier& barrier, Barrier::Instance instance);

}  // namespace rmasim
