// Sizes of what a process keeps in bounded memory, as users set them.
#pragma once

#include <cstdint>

namespace rmasim {

// A two-level pool (New RMA design, "Operation and Target Element Pools"): `local` elements for each window, `global`
// ones shared by all windows of a process. At least one element in all.
struct PoolSize {
    std::uint32_t local = 0;
    std::uint32_t global = 0;
};

// What a target keeps of operations that came with a lock request and must wait for the lock. Beyond it only the
// request is kept, and the grant asks for the operation again.
struct LockBuffer {
    std::uint32_t operations = 64;
    std::uint32_t bytes = 65'536;  // of their data
};

}  // namespace rmasim
