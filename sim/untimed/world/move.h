// A transition in the untimed world.
#pragma once

#include "protocol/base/types.h"
#include "sim/scenario/model/program.h"

#include <cstdint>
#include <string>

namespace rmasim::sim {

// Identifies the source of a move: a thread, or a pair of ranks whose packets arrive in order. If the packets of a pair
// may overtake each other, each packet is an actor of its own. An actor has at most one enabled move, and this move
// stays enabled until it is executed.
using Actor = std::uint64_t;

// Steps of a run are numbered from 1. The number 0 means "before the first step".
using StepNumber = std::uint32_t;

struct Move {
    enum class Kind : std::uint8_t {
        resume_thread,         // a thread's program runs until its next call has begun, or to its end
        receive,               // a packet arrives
        poll,                  // a rank polls the packets queued for it (Process::poll)
        continue_under_mutex,  // a rank acquires a mutex that it waits for, or continues after a pause under mutexes
        send_completed,        // the data of an operation leave the user's memory, from which they are sent
        nic_ends,              // a NIC ends an operation of several elements, which other accesses may have torn
        settle,                // the rank's stores reach shared memory; enabled only if no other move is enabled
        leave_barrier,         // a rank leaves a calm barrier (calm_barriers.h)
    };
    Kind kind = Kind::resume_thread;
    ThreadId thread = 0;    // only for resume_thread
    Rank rank = 0;          // rank at which the move happens: the move changes only this rank, and may send packets
    Rank source = no_rank;  // only for receive and nic_ends
    // For receive: number of the packet among the packets of its source and target, from 1. For send_completed: number
    // of the operation among the operations of the rank whose data are sent from the user's memory. For leave_barrier:
    // number of the barrier among those of its group.
    std::uint32_t number = 0;
    // For receive: the step that sent the packet. For continue_under_mutex: the step in which another rank released the
    // mutex.
    StepNumber sent_by = 0;
    StepNumber enabled_by = 0;  // an earlier step at the same rank, or at its NIC, that enabled this move
    Actor actor = 0;

    // The process that makes the move. Moves of one process depend on each other. The process of most moves is the
    // rank. A move in which a NIC ends an operation has a process of its own for each pair of the NIC's rank and the
    // operation's origin `source`.
    Rank process() const { return kind == Kind::nic_ends ? nics_from + source * nics_from + rank : rank; }
    static constexpr Rank nics_from = 64;  // greater than all ranks of an exploration
};

// A barrier of a group. Its rank arrives at it, and later leaves it.
struct MetBarrier {
    WindowId id = 0;           // of the window or the communicator
    std::uint32_t group = 0;   // a hash of the members
    std::uint32_t number = 0;  // among the barriers of the group, from 1
    friend bool operator==(const MetBarrier&, const MetBarrier&) = default;
};
// Returns the barrier of a move of kind leave_barrier.
MetBarrier barrier_of(const Move& move);

}  // namespace rmasim::sim
