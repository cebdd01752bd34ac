// Takes elements from the two-level pools and returns them (CH3-POOL-1). run_out.h handles exhausted pools.
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// Returns null if both levels are exhausted, and reports that to the observer.
OperationElement* try_take_op(EngineState& engine, Window& window);
// Returns null if both levels are exhausted. The new element is the last of its slot's list.
TargetElement* try_take_target(EngineState& engine, Window& window, Rank rank);

// Returns the element to its pool. The object stays until `forget_op`.
void free_op(EngineState& engine, Window& window, OperationElement& op);
void forget_op(EngineState& engine, OperationElement& op);
void free_target(EngineState& engine, Window& window, TargetElement& target);
void free_all_targets(EngineState& engine, Window& window);

// Shrinks a pool level to `size` elements while a program runs. A smaller level does not change.
void shrink_local_pool(Window& window, ElementKind kind, std::uint32_t size);
void shrink_global_pool(EngineState& engine, ElementKind kind, std::uint32_t size);

}  // namespace rmasim::ch3
