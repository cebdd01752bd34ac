// Settings that several families have: two-level pools, and the target's buffer for operations that came with a lock.
#pragma once

#include "protocol/parts/sizes.h"
#include "sim/input/json/described.h"

namespace rmasim::sim {

inline constexpr Rule<PoolSize> at_least_one_element{
    [](const PoolSize& pool) { return pool.local > 0 || pool.global > 0; }, "at least one element, local or global"};

void describe(auto& visit, Described<PoolSize> auto& pool) {
    constexpr IntegerBounds elements{0, 16'777'216};
    auto& [local, global] = pool;
    visit.number("local", local, elements);
    visit.number("global", global, elements);
}

void describe(auto& visit, Described<LockBuffer> auto& buffer) {
    auto& [operations, bytes] = buffer;
    visit.number("operations", operations, IntegerBounds{0, 16'777'216});
    visit.number("bytes", bytes, IntegerBounds{0, INT32_MAX});
}

}  // namespace rmasim::sim
