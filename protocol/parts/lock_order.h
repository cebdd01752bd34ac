// The order in which a target grants its lock to waiting requests. Requests are granted in the order of arrival, except
// that shared requests may overtake exclusive requests while the lock is shared.
#pragma once

#include <cstdint>

namespace rmasim {

// The order in which a target grants its lock. Two epochs with locks of several targets (LOCK_ALL) can deadlock with
// each other: at each of two targets, an exclusive request waits for the shared lock of one epoch, and the other
// epoch's shared request waits behind it. No deadlock occurs if shared requests may overtake exclusive requests.
enum class LockOrder : std::uint8_t {
    // No request overtakes. Every exclusive request is granted at some time, but epochs with several shared locks can
    // deadlock.
    fifo,
    // All shared requests overtake exclusive requests. No deadlock is possible, but shared requests can block exclusive
    // requests for ever.
    readers_first,
    // A shared request overtakes exclusive requests if its origin holds the lock of another segment of the window. No
    // deadlock is possible, and only such epochs can block exclusive requests.
    holders_first,
};

}  // namespace rmasim
