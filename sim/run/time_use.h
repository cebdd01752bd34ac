// Where a rank's virtual time goes.
#pragma once

#include "protocol/base/wait.h"
#include "sim/engine/time.h"

#include <array>
#include <string_view>

namespace rmasim::sim {

enum class Cause : std::uint8_t {
    compute,   // the program's own work
    call,      // entering calls
    post,      // filling operation elements
    search,    // looking for target elements in a slot's list
    send,      // building packets and handing them to the NIC
    handle,    // taking packets from the NIC and dispatching them
    copy,      // moving user bytes
    mem_sync,  // memory barriers
    mutex,     // taking mutexes, and giving them back
    cache,     // writing lines back, and dropping them
    wait_barrier,
    wait_lock,
    wait_operations,
    wait_ack,
    wait_element,
    wait_post,      // POSTs
    wait_complete,  // COMPLETEs
    wait_message,   // two-sided messages
    wait_mutex,     // in shared memory
    agent,          // the asynchronous progress agent's own processor
};
inline constexpr std::size_t cause_count = 20;
std::string_view name_of(Cause cause);

// What a call that waits for `awaited` waits for, in the report's terms.
Cause cause_of(Awaited awaited);

using TimeUse = std::array<Time, cause_count>;

}  // namespace rmasim::sim
