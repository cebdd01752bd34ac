// Takes elements from the two-level pools and gives them back, in both cases to the local level first (NR-POOL-2,
// NR-POOL-3). restore.h says what happens when the pools are exhausted.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Null if both levels are empty; the observer is told. Of the element only the id is set.
OperationElement* try_take_op(EngineState& engine, Window& window);
// The new element is in the window's table.
TargetElement* try_take_target(EngineState& engine, Window& window, Rank rank, TargetState state);

// With its rest. The element must not be in a list any more.
void free_op(EngineState& engine, Window& window, OperationElement& op);
// Removes the element from the table. It must be quiet, and no call may hold it.
void free_target(EngineState& engine, Window& window, TargetElement& target);
// At the end of an epoch. Elements that another thread holds or has just used stay for the next epoch.
void free_idle_targets(EngineState& engine, Window& window);

// No call holds the element, and its absence has a clear meaning.
bool removable(const EngineState& engine, const Window& window, const TargetElement& target);
// Acknowledgements are counted per target, so an element stays until they have arrived.
bool counts_own_acks(const EngineState& engine, const Window& window);

// Shrinks a pool level to `size` elements while a program runs. A smaller level stays as it is.
void shrink_local_pool(Window& window, ElementKind kind, std::uint32_t size);
void shrink_global_pool(EngineState& engine, ElementKind kind, std::uint32_t size);

}  // namespace rmasim::newrma
