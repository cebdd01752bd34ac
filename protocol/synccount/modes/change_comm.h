// MPI_WIN_CHANGE_COMM: changes the number of ranks that have the window, counted from communicator rank 0 (SC-COMM-1).
#pragma once

#include "protocol/base/task.h"
#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// `new_size` counts in communicator ranks of the window's group. `peer` is a rank in MPI_COMM_WORLD.
Task<> change_comm(EngineState& engine, Window& window, Rank new_size, Rank peer);
// Handle WIN_INFO, and the BARRIERs of a window.
void on_win_info(Window& window, const Packet& packet);
void on_barrier(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::synccount
