// The sizes of a process's bounded resources: settings of the user.
#pragma once

#include "protocol/base/types.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rmasim {

// The size of a two-level pool (New RMA design, "Operation and Target Element Pools"): `local` elements for each
// window, and `global` elements that all windows of a process share. The sum must be at least 1.
struct PoolSize {
    std::uint32_t local = 0;
    std::uint32_t global = 0;
};

// The resources of one window: the slots of its table and the local levels of its pools. A user can choose them for
// each window ("size of slot array is controllable by the user").
struct LocalPool {
    std::uint32_t local = 0;
};
struct WindowSizes {
    std::uint32_t slots = 1;  // at least 1
    LocalPool op_pool;
    LocalPool target_pool;
};
// Sizes by window. A window without an entry has the sizes of the settings.
using SizesOfWindows = std::vector<std::optional<WindowSizes>>;

template <class Config>
WindowSizes sizes_of(const Config& config, WindowId window) {
    if (window < config.of_windows.size() && config.of_windows[window]) return *config.of_windows[window];
    return {config.slots, {config.op_pool.local}, {config.target_pool.local}};
}

// The size of a target's buffer for operations that came with a lock request and must wait for the lock. If the buffer
// is full, only the lock request is kept. With the grant, the target requests the operation again.
struct LockBuffer {
    std::uint32_t operations = 64;
    std::uint32_t bytes = 65'536;  // of the data of all kept operations
};

}  // namespace rmasim
