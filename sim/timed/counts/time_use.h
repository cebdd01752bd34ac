// The uses of a rank's virtual time: kinds of work, and kinds of waiting.
#pragma once

#include "protocol/base/wait.h"
#include "sim/machine/engine/time.h"

#include <array>
#include <string_view>

namespace rmasim::sim {

enum class Cause : std::uint8_t {
    compute,   // computations of the program
    call,      // entering calls
    post,      // filling operation elements
    search,    // searching target elements in a slot's list
    walk,      // loops over the slots of tables
    send,      // building packets and passing them to the NIC
    handle,    // taking packets from the NIC and dispatching them
    copy,      // copying the user's data
    mem_sync,  // memory barriers
    mutex,     // locking and unlocking mutexes
    cache,     // writing cache lines back, and invalidating them
    wait_barrier,
    wait_lock,
    wait_operations,
    wait_ack,
    wait_element,
    wait_post,      // for POSTs
    wait_complete,  // for COMPLETEs
    wait_message,   // for two-sided messages
    wait_mutex,     // for mutexes in shared memory
    wait_send,      // for data to leave the user's memory
    wait_counts,    // for other ranks' numbers of operations, and for these operations
    wait_info,      // for the arguments of other ranks' WIN_CREATE
    wait_counter,   // for signals to synchronisation counters
    wait_thread,    // for another thread of the rank, outside of MPI
    agent,          // work of the progress agent on its own processor
};
inline constexpr std::size_t cause_count = 26;
std::string_view name_of(Cause cause);
Cause cause_named(std::string_view name);  // precondition: `name` is the name of a cause

// Returns the use to which the time of a call is charged that waits for `awaited`.
Cause cause_of(Awaited awaited);

using TimeUse = std::array<Time, cause_count>;

}  // namespace rmasim::sim
