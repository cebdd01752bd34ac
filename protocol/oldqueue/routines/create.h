// WIN_CREATE: the exchange of window sizes between processes (OQ-CREATE-1, OQ-CREATE-2).
#pragma once

#include "protocol/base/task.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// Handles the creation of windows by this process. With `all_to_all`, sends this process's size to all others, once for
// each window that it has created.
void create_windows(EngineState& engine);
// True if no call must wait for sizes of windows. If false, the call must co_await wait_for_windows, which returns when
// all sizes have arrived.
bool knows_all_windows(const EngineState& engine);
Task<> wait_for_windows(EngineState& engine, Call call);

// True if an operation to `rank` must first request the size of the segment of `rank`. The call must then co_await
// request_part before the operation.
bool has_to_ask(const EngineState& engine, const Window& window, Rank rank);
Task<> request_part(EngineState& engine, Window& window, Call call, Rank rank);
// Raises ErroneousProgram if the operation accesses memory outside its target's window segment. Does nothing if the
// segment's size is unknown.
void require_inside(const EngineState& engine, const Window& window, Call call, const Operation& operation);

// Raises ErroneousProgram if a WIN_INFO has reported that the memory of the segment of `rank` is not from
// MPI_ALLOC_MEM. Only segments from MPI_ALLOC_MEM can be locked.
void require_lockable(const EngineState& engine, const Window& window, Call call, Rank rank);

void on_window_info_ask(EngineState& engine, const Packet& packet);
void on_window_info(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::oldqueue
