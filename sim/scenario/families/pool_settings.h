// Descriptions (described.h) of settings that several families share: two-level pools, and the target's buffer for
// operations whose packet also requests a lock.
#pragma once

#include "protocol/parts/sizes.h"
#include "sim/scenario/json/described.h"

namespace rmasim::sim {

inline constexpr Rule<PoolSize> at_least_one_element{
    [](const PoolSize& pool) { return pool.local > 0 || pool.global > 0; }, "at least one element, local or global"};

inline constexpr IntegerBounds table_slots{1, 1'048'576};
inline constexpr IntegerBounds pool_elements{0, 16'777'216};

void describe(auto& visit, Described<PoolSize> auto& pool) {
    auto& [local, global] = pool;
    visit.number("local", local, pool_elements);
    visit.number("global", global, pool_elements);
}

// The settings that `windows.NAME.protocol` has for a pool: the size of the window's local level.
void describe(auto& visit, Described<LocalPool> auto& pool) {
    auto& [local] = pool;
    visit.number("local", local, pool_elements);
}

void describe(auto& visit, Described<WindowSizes> auto& sizes) {
    auto& [slots, op_pool, target_pool] = sizes;
    visit.number("slots", slots, table_slots);
    visit.group("op_pool", op_pool);
    visit.group("target_pool", target_pool);
}

void describe(auto& visit, Described<LockBuffer> auto& buffer) {
    auto& [operations, bytes] = buffer;
    visit.number("operations", operations, IntegerBounds{0, 16'777'216});
    visit.number("bytes", bytes, IntegerBounds{0, INT32_MAX});
}

}  // namespace rmasim::sim
