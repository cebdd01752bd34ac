// In which order a target grants its lock to the requests that wait for it. Only a shared request ever overtakes
// exclusive ones, and only while others share the lock.
#pragma once

#include <cstdint>

namespace rmasim {

enum class LockOrder : std::uint8_t {
    fifo,           // first come, first served: no writer starves, but epochs with several shared locks may block each
                    // other through the writers between them
    readers_first,  // shared requests overtake: nothing blocks, but readers can keep writers waiting for ever
    holders_first,  // those of epochs that hold another lock of the window overtake: nothing blocks, and only such
                    // epochs can keep a writer waiting
};

}  // namespace rmasim
