// The order in which a target grants its lock to waiting requests. Only shared requests ever overtake exclusive
// requests, and only while others share the lock.
#pragma once

#include <cstdint>

namespace rmasim {

enum class LockOrder : std::uint8_t {
    fifo,           // in order of arrival: no writer starves, but epochs with several shared locks may block each other
                    // through the writers between them
                    // other through the writers between them
    readers_first,  // shared requests overtake: no deadlock, but readers can block writers for ever
    holders_first,  // shared requests of epochs that hold another lock of the window overtake: no deadlock, and only
                    // such epochs can block a writer
                    // epochs can keep a writer waiting
};

}  // namespace rmasim
