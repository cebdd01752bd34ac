// Elements, taken from the two-level pools and given back: local first, both ways (NR-POOL-2, NR-POOL-3). What to do
// when there is none: restore.h.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Null when both levels are empty; the observer is told.
OperationElement* try_take_op(EngineState& engine, Window& window);
// The new element is in the window's table.
TargetElement* try_take_target(EngineState& engine, Window& window, Rank rank, TargetState state);

// The element is in no list any more.
void free_op(EngineState& engine, Window& window, OperationElement& op);
// The element is quiet, and no call holds it. Takes it out of the table.
void free_target(EngineState& engine, Window& window, TargetElement& target);
// At the end of an epoch. What another thread holds, or has just posted, stays for the next.
void free_idle_targets(EngineState& engine, Window& window);

// No call holds the element, and its absence would be understood.
bool removable(const Window& window, const TargetElement& target);
// Only the element counts its acknowledgements: it stays until they have come.
bool counts_own_acks(const EngineState& engine, const Window& window);

// A pool loses elements while a program runs, down to `size` of them. One that has fewer already keeps those.
void shrink_local_pool(Window& window, ElementKind kind, std::uint32_t size);
void shrink_global_pool(EngineState& engine, ElementKind kind, std::uint32_t size);

}  // namespace rmasim::newrma
