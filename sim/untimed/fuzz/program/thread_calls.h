// The calls of each thread of a rank: the steps of the thread, and the calls by which all threads of the rank
// synchronise. There are three ways to synchronise. In these examples, thread 0 executes step a before the
// synchronisation and step b after it, and thread 1 executes step c before the synchronisation:
//
//     messages    thread 0   a   recv 1   send 65   b           barrier   thread 0   a   thread_barrier   b
//                 thread 1   c   send 1   recv 65                         thread 1   c   thread_barrier
//
//     flags       thread 0   a   set_flag t0   wait_flag t1   b
//                 thread 1   c   set_flag t1   wait_flag t0
//
// Before its steps, thread 0 declares the arrays for the statuses of the messages that it receives in rounds.
//
// Before its steps, a thread obtains the addresses of the dynamic windows that it accesses. For the rank's own windows
// it calls GET_ADDRESS. For the windows of another owner it receives a message from that owner. All ranks send and
// receive these messages in the same order: by window, owner, rank and thread. So ranks never wait in a cycle, even if
// a SEND waits for its RECV.
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

#include <optional>
#include <vector>

namespace rmasim::fuzz {

// The address of the blocks that a rank has in a dynamic window.
struct BlocksAddress {
    WindowId window;
    Rank owner;

    // Returns the number of the variable that holds the address: 3 for "a3".
    std::uint32_t variable(const RandomProgram& program) const {
        return static_cast<std::uint32_t>(window * program.ranks + owner);
    }
};

inline constexpr char status_letter = 's', probe_letter = 'p';
// An array for the status of a message: "s3" for the receive whose results begin at index 3, "p3" for its probes.
struct StatusArray {
    char letter;
    std::uint32_t number;
};

// A synchronisation of threads: thread_barrier, set_flag or wait_flag.
enum class ThreadSyncCall : std::uint8_t { barrier, set_flag, wait_flag };

// A call of a thread: a step, a message of the rank to itself, a synchronisation of threads, or the transfer of an
// address.
struct ThreadCall {
    const Step* step = nullptr;  // null if the call is not a step
    Call message = Call::none;   // SEND or RECV if the call is a message
    std::uint32_t tag = 0;
    // The synchronisation of threads, if the call is neither a step nor a message.
    ThreadSyncCall among = ThreadSyncCall::barrier;
    std::uint32_t flag = 0;   // number of the thread to which the flag belongs
    std::uint32_t value = 0;  // number of the synchronisation, from which the flag gets its value
    // If the call is a message, this is the address that the message transfers, and `peer` is the other rank. If the
    // call is GET_ADDRESS, this is the address that the call obtains.
    std::optional<BlocksAddress> address = {};
    Rank peer = no_rank;
    std::optional<StatusArray> array = {};  // the call declares this array
};

// The calls of each thread, in order. The calls refer to the program's steps. After their last steps, all threads
// synchronise. All epochs have then ended, and all fetched data have arrived.
using CallsOfThreads = std::vector<std::vector<ThreadCall>>;
CallsOfThreads calls_of_threads(const RandomProgram& program, Rank rank);
using CallsOfRanks = std::vector<CallsOfThreads>;
CallsOfRanks calls_of_ranks(const RandomProgram& program);

}  // namespace rmasim::fuzz
