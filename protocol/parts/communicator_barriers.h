// MPI_BARRIER of communicators other than that of all processes: a barrier for each one that a process has met in.
//
// A barrier counts in places of its communicator, packets go from process to process:
//
//     row = ranks 4, 5, 6, 7     place 1 --round 1--> place 3     is the packet     rank 5 --> rank 7
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/base/group.h"
#include "protocol/base/task.h"
#include "protocol/base/world.h"
#include "protocol/parts/barrier.h"

#include <memory>
#include <string>

namespace rmasim {

class CommunicatorBarrier {
public:
    CommunicatorBarrier(Rank rank, WindowId comm, const RankGroup& members)
        : members_(members), barrier_(members.place_of(rank), members.size()), comm_(comm) {}

    WindowId comm() const { return comm_; }
    Barrier::Instance enter(const World& world);
    void arrived(const World& world, const Packet& packet);
    bool completed(Barrier::Instance instance) const { return barrier_.completed(instance); }

    // For reports: "BARRIER round 1 from rank 7", and that rank.
    std::string text() const;
    AwaitedRank awaited() const;

private:
    friend class CommunicatorBarriers;
    void send(const World& world, Rank place, unsigned round, Why why) const;
    Rank missing() const { return members_.member(barrier_.missing_from(barrier_.entered())); }

    RankGroup members_;
    Barrier barrier_;
    WindowId comm_;
    std::unique_ptr<CommunicatorBarrier> next_{};
};

// Few for each process. They stay where they are, because calls that wait refer to them.
class CommunicatorBarriers {
public:
    // That of `rank` in the communicator: a new one at its first call there, or at the first packet.
    CommunicatorBarrier& of(const World& world, Rank rank, WindowId comm) {
        if (first_ && first_->comm() == comm) return *first_;
        return find_or_make(world, rank, comm);
    }
    // Null if there is none.
    const CommunicatorBarrier* find(WindowId comm) const;
    std::size_t bytes() const;

private:
    CommunicatorBarrier& find_or_make(const World& world, Rank rank, WindowId comm);

    std::unique_ptr<CommunicatorBarrier> first_;  // the one asked for last: the next packet is usually for it
};

// MPI_BARRIER. What it refers to outlives the task.
Task<> meet(const World& world, WaitList& waits, CommunicatorBarrier& barrier);

}  // namespace rmasim
