// Allocates elements from the two-level pools and frees them, in both cases from and to the local level first
// (NR-POOL-2, NR-POOL-3). restore.h handles exhausted pools.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Returns null, and reports to the observer, if both levels are exhausted. Only the id of the new element is set.
OperationElement* try_take_op(EngineState& engine, Window& window);
// Returns null, and reports to the observer, if both levels are exhausted. The new element is in the window's table.
TargetElement* try_take_target(EngineState& engine, Window& window, Rank rank, TargetState state);

// Frees the element and its rest. The element must not be in a list.
void free_op(EngineState& engine, Window& window, OperationElement& op);
// Removes the element from the table and frees it. It must be quiet, and no call may use it.
void free_target(EngineState& engine, Window& window, TargetElement& target);
// Frees the idle elements at the end of an epoch. Elements that another thread uses or has just used stay for the next
// epoch.
void free_idle_targets(EngineState& engine, Window& window);

// True if no call uses the element, and the absence of an element has a clear meaning.
bool removable(const EngineState& engine, const Window& window, const TargetElement& target);
// True if acknowledgements are counted per target. An element then stays until all of its acknowledgements have
// arrived.
bool counts_own_acks(const EngineState& engine, const Window& window);

// Shrinks a pool level to `size` elements during a run. A level that is smaller already does not change.
void shrink_local_pool(Window& window, ElementKind kind, std::uint32_t size);
void shrink_global_pool(EngineState& engine, ElementKind kind, std::uint32_t size);

}  // namespace rmasim::newrma
