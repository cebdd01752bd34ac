// What each thread of a rank calls: its own steps, and that by which all threads of the rank meet. With two threads,
// and b the first step after a meeting:
//
//     messages    thread 0   a   recv 1   send 65   b           barrier   thread 0   a   thread_barrier   b
//                 thread 1   c   send 1   recv 65                         thread 1   c   thread_barrier
//
//     flags       thread 0   a   set_flag t0   wait_flag t1   b
//                 thread 1   c   set_flag t1   wait_flag t0
//
// Before its steps a thread learns the addresses of the dynamic windows that it accesses: GET_ADDRESS of the rank's own
// ones, and a message of each other owner. Messages are sent and received in one order everywhere, by window, owner,
// rank and thread, so nobody waits in a cycle, even where a SEND waits for its RECV.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <optional>
#include <vector>

namespace rmasim::fuzz {

// Of the blocks that a rank has in a dynamic window.
struct BlocksAddress {
    WindowId window;
    Rank owner;

    // The number of the variable that has it, "a3".
    std::uint32_t variable(const RandomProgram& program) const {
        return static_cast<std::uint32_t>(window * program.ranks + owner);
    }
};

// A step, a message of the rank to itself, what threads do among themselves, or what tells an address.
struct ThreadCall {
    const Step* step = nullptr;  // null: one of the others
    Call message = Call::none;   // SEND or RECV
    std::uint32_t tag = 0;
    // thread_barrier, set_flag or wait_flag, if it is neither a step nor a message.
    sim::InstructionKind among = sim::InstructionKind::thread_barrier;
    std::uint32_t flag = 0;   // of the thread with this number
    std::uint32_t value = 0;  // the number of the meeting
    // GET_ADDRESS; or, if there is a message, what it tells, and the other rank.
    std::optional<BlocksAddress> address = {};
    Rank peer = no_rank;
};

// By thread, in the order of its calls, which refer to the program's steps. At the end all threads meet: then every
// epoch is over, and what a thread has fetched is there.
using CallsOfThreads = std::vector<std::vector<ThreadCall>>;
CallsOfThreads calls_of_threads(const RandomProgram& program, Rank rank);
using CallsOfRanks = std::vector<CallsOfThreads>;
CallsOfRanks calls_of_ranks(const RandomProgram& program);

}  // namespace rmasim::fuzz
