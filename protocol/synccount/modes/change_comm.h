// MPI_WIN_CHANGE_COMM: the first so many ranks have the window from now on (SC-COMM-1).
#pragma once

#include "protocol/base/task.h"
#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// `new_size` and the order of the ranks are those of the window's group; `peer` is a process.
Task<> change_comm(EngineState& engine, Window& window, Rank new_size, Rank peer);
// WIN_INFO, and the BARRIERs of a window.
void on_win_info(Window& window, const Packet& packet);
void on_barrier(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::synccount
