// Allocation and deallocation of elements of the two-level pools. Allocation takes an element of the local level if the
// local level has a free one. Deallocation returns the element to the local level if that level has room (NR-POOL-2,
// NR-POOL-3). restore.h handles exhausted pools.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Allocates an operation element, of which only the id is set. If both levels are exhausted, returns null and reports
// this to the observer.
OperationElement* try_take_op(EngineState& engine, Window& window);
// Allocates a target element and inserts it into the window's table. If both levels are exhausted, returns null and
// reports this to the observer.
TargetElement* try_take_target(EngineState& engine, Window& window, Rank rank, TargetState state);

// Frees the element and its OperationRest. The element must not be in a target's list.
void free_op(EngineState& engine, Window& window, OperationElement& op);
// Removes the element from the table and frees it. The element must have no queued operation and no unfinished
// synchronisation (TargetElement::quiet), and no other call may use the element.
void free_target(EngineState& engine, Window& window, TargetElement& target);
// Frees the idle elements at the end of an epoch. Elements that another thread uses or has just used stay for the next
// epoch.
void free_idle_targets(EngineState& engine, Window& window);

// True if the element may be freed (NR-REST-3). It must stay while a call uses it. It must also stay while a target
// without an element would count as a target whose lock is not requested.
bool removable(const EngineState& engine, const Window& window, const TargetElement& target);
// True if each target element counts the acknowledgements of its target. Such an element is not freed before all of its
// acknowledgements have arrived.
bool counts_own_acks(const EngineState& engine, const Window& window);

// Shrink a pool level to `size` elements during a run. A level that already has at most `size` elements does not
// change.
void shrink_local_pool(Window& window, ElementKind kind, std::uint32_t size);
void shrink_global_pool(EngineState& engine, ElementKind kind, std::uint32_t size);

}  // namespace rmasim::newrma
