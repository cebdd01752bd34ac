// The order in which a target grants its lock to waiting requests. Requests are granted in the order of arrival, except
// that shared requests may overtake exclusive requests while the lock is shared.
#pragma once

#include <cstdint>

namespace rmasim {

// The order in which a target grants its lock. An epoch with locks of several targets (LOCK_ALL) can deadlock with
// another one if exclusive requests wait between their shared requests, unless shared requests overtake.
enum class LockOrder : std::uint8_t {
    fifo,           // no request overtakes: every exclusive request is granted at some time, but epochs with several
                    // shared locks can deadlock
    readers_first,  // all shared requests overtake: no deadlock, but shared requests can block exclusive requests for
                    // ever
    holders_first,  // shared requests overtake if their origin holds the lock of another segment of the window: no
                    // deadlock, and only such epochs can block exclusive requests
};

}  // namespace rmasim
