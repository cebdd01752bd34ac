// MPI_BARRIER on communicators other than that of all processes: a barrier for each communicator that has been used.
//
// A barrier counts in communicator ranks. Packets contain ranks:
//
//     row = ranks 4, 5, 6, 7     comm. rank 1 --round 1--> comm. rank 3     is the packet     rank 5 --> rank 7
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/base/group.h"
#include "protocol/base/task.h"
#include "protocol/base/world.h"
#include "protocol/parts/collectives/barrier.h"

#include <memory>
#include <string>

namespace rmasim {

// The barrier of one process in one communicator.
class CommunicatorBarrier {
public:
    CommunicatorBarrier(Rank rank, WindowId comm, const RankGroup& members)
        : members_(members), barrier_(members.comm_rank_of(rank), members.size()), comm_(comm) {}

    WindowId comm() const { return comm_; }
    Barrier::Instance enter(const World& world);
    void arrived(const World& world, const Packet& packet);
    bool completed(Barrier::Instance instance) const { return barrier_.completed(instance); }

    // For reports: a text for the packet that the barrier lacks ("BARRIER round 1 from rank 7"), and the rank that must
    // send this packet.
    std::string text() const;
    AwaitedRank awaited() const;

private:
    friend class CommunicatorBarriers;
    void send(const World& world, Rank comm_rank, unsigned round, Why why) const;
    Rank missing() const { return members_.member(barrier_.missing_from(barrier_.entered())); }

    RankGroup members_;
    Barrier barrier_;
    WindowId comm_;
    std::unique_ptr<CommunicatorBarrier> next_{};
};

// The barriers of one process, by communicator. Few communicators have a barrier. The address of a CommunicatorBarrier
// is stable, because waiting calls refer to it.
class CommunicatorBarriers {
public:
    // Returns the barrier of `rank` in the communicator. Creates the barrier at the communicator's first call or
    // packet.
    CommunicatorBarrier& of(const World& world, Rank rank, WindowId comm) {
        if (first_ && first_->comm() == comm) return *first_;
        return find_or_make(world, rank, comm);
    }
    // Returns the barrier in the communicator; null if no call or packet has created it.
    const CommunicatorBarrier* find(WindowId comm) const;
    std::size_t bytes() const;

private:
    CommunicatorBarrier& find_or_make(const World& world, Rank rank, WindowId comm);

    // A list, most recently used first. The next packet is usually for the same barrier.
    std::unique_ptr<CommunicatorBarrier> first_;
};

// MPI_BARRIER. Its arguments must outlive the task.
Task<> await_barrier(const World& world, WaitList& waits, CommunicatorBarrier& barrier);

}  // namespace rmasim
