// The part of a NIC that executes atomic operations. It executes operations on the same address one after the other,
// and operations on different addresses at the same time.
#pragma once

#include "protocol/base/packet.h"
#include "sim/machine/engine/time.h"

#include <vector>

namespace rmasim::sim {

class NicAtomicUnit {
public:
    // Executes an atomic operation whose request arrives at `now`. The operation begins at `ready` or later, and takes
    // `duration`. Returns the time of its end. The calls must be in the order of `now`.
    Time carry_out(const Packet& request, Time now, Time ready, Time duration);

private:
    // An address on which an operation is executed until `free`.
    struct Busy {
        WindowId window;
        std::uint64_t disp;
        Time free;
    };
    std::vector<Busy> busy_;  // few: those that are executed at the same time
};

}  // namespace rmasim::sim
