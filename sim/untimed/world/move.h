// A transition in the untimed world.
#pragma once

#include "protocol/base/types.h"
#include "sim/scenario/model/program.h"

#include <cstdint>
#include <string>

namespace rmasim::sim {

// The source of a move: a thread, or the channel that delivers the packets of a pair in order, or a single packet if
// packets may overtake each other. An actor has at most one move at a time, which stays enabled until it is executed.
using Actor = std::uint64_t;

// Steps of a run are numbered from 1; 0 means "before the first step".
using StepNumber = std::uint32_t;

struct Move {
    enum class Kind : std::uint8_t {
        resume_thread,   // a thread's program runs until its next call has begun, or to its end
        receive,         // a packet arrives
        poll,            // a rank polls the packets queued for it (Process::poll)
        continue_under_mutex,  // a rank acquires a mutex that it waits for, or continues after a pause under mutexes
        send_completed,  // the data of an operation that is sent from the user's memory have left that memory
        nic_ends,        // a NIC ends an operation of several elements, which other accesses may have torn
        settle,          // no other move is enabled: the rank's stores reach shared memory
    };
    Kind kind = Kind::resume_thread;
    ThreadId thread = 0;        // resume_thread
    Rank rank = 0;              // location of the move: it changes only this rank, and may send packets
    Rank source = no_rank;      // receive
    std::uint32_t number = 0;   // receive: number of the packet among those of its pair, from 1; send_completed: number
                                // of the operation among those that its rank sends from memory
    StepNumber sent_by = 0;     // receive: the step in which the packet was sent; continue_under_mutex: the step in
                                // which another rank released the mutex
    StepNumber enabled_by = 0;  // an earlier step at the same rank that enabled this move
    Actor actor = 0;
};

}  // namespace rmasim::sim
