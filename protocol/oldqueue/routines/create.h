// WIN_CREATE: what a process learns of the windows of others (OQ-CREATE-1, OQ-CREATE-2).
#pragma once

#include "protocol/base/task.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// Of the windows that it has created: all to all, this process tells all others what it gave to WIN_CREATE, once.
void create_windows(EngineState& engine);
// ... and `call` waits until all have told it. Use it with co_await.
bool all_told(const EngineState& engine);
Task<> wait_for_windows(EngineState& engine, Call call);

// Whether an operation to `rank` has to ask it first. It then waits for `learn_part`.
bool has_to_ask(const EngineState& engine, const Window& window, Rank rank);
Task<> learn_part(EngineState& engine, Window& window, Call call, Rank rank);
// Raises ErroneousProgram if the operation does not lie in its target's part. Does nothing if that is not known.
void require_inside(const EngineState& engine, const Window& window, Call call, const Operation& operation);

// Raises ErroneousProgram if the part of `rank` is known not to be from MPI_ALLOC_MEM: only others can be locked.
void require_lockable(const EngineState& engine, const Window& window, Call call, Rank rank);

void on_window_info_ask(EngineState& engine, const Packet& packet);
void on_window_info(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::oldqueue
