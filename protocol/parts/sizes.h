// Sizes of a process's bounded resources, as users set them.
#pragma once

#include <cstdint>

namespace rmasim {

// A two-level pool (New RMA design, "Operation and Target Element Pools"): `local` elements for each window, and
// `global` elements shared by all windows of a process. At least one element in total.
struct PoolSize {
    std::uint32_t local = 0;
    std::uint32_t global = 0;
};

// The target's buffer for operations that came with a lock request and must wait for the lock. If it is full, only the
// request is kept, and the grant asks the origin to send the operation again.
struct LockBuffer {
    std::uint32_t operations = 64;
    std::uint32_t bytes = 65'536;  // of data in total
};

}  // namespace rmasim
