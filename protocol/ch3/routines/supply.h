// Takes elements from the two-level pools and gives them back (CH3-POOL-1). run_out.h says what happens when both
// levels are empty.
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// Null if both levels are empty; the observer is told.
OperationElement* try_take_op(EngineState& engine, Window& window);
// The new element is the last of its slot's list.
TargetElement* try_take_target(EngineState& engine, Window& window, Rank rank);

// The element goes back to its pool. What it holds stays until `forget_op`.
void free_op(EngineState& engine, Window& window, OperationElement& op);
void forget_op(EngineState& engine, OperationElement& op);
void free_target(EngineState& engine, Window& window, TargetElement& target);
void free_all_targets(EngineState& engine, Window& window);

// Shrinks a pool level to `size` elements while a program runs. A smaller level stays as it is.
void shrink_local_pool(Window& window, ElementKind kind, std::uint32_t size);
void shrink_global_pool(EngineState& engine, ElementKind kind, std::uint32_t size);

}  // namespace rmasim::ch3
