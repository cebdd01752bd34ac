// Allocation and deallocation of elements of the two-level pools (CH3-POOL-1). run_out.h handles exhausted pools.
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// Allocates an operation element. If both levels are exhausted, returns null and reports this to the observer.
OperationElement* try_take_op(EngineState& engine, Window& window);
// Allocates a target element and appends it to the list of its slot. If both levels are exhausted, returns null and
// reports this to the observer.
TargetElement* try_take_target(EngineState& engine, Window& window, Rank rank);

// Returns the element to its pool level. The OperationElement object stays until `forget_op`.
void free_op(EngineState& engine, Window& window, OperationElement& op);
void forget_op(EngineState& engine, OperationElement& op);
void free_target(EngineState& engine, Window& window, TargetElement& target);
void free_all_targets(EngineState& engine, Window& window);

// Shrink a pool level to `size` elements during a run. A level that already has at most `size` elements does not
// change.
void shrink_local_pool(Window& window, ElementKind kind, std::uint32_t size);
void shrink_global_pool(EngineState& engine, ElementKind kind, std::uint32_t size);

}  // namespace rmasim::ch3
