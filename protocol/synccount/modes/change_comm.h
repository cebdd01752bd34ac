// MPI_WIN_CHANGE_COMM gives a window the group of another communicator (SC-COMM-1).
#pragma once

#include "protocol/base/task.h"
#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// The new members of a window: the first `size` ranks of `group`. If `group` is null, the first `size` ranks of all.
struct NewGroup {
    const RankGroup* group = nullptr;
    Rank size = 0;
};

// Executes the call. `peer` is a rank in MPI_COMM_WORLD.
Task<> change_comm(EngineState& engine, Window& window, NewGroup to, Rank peer);
// Handle a WIN_INFO, or a BARRIER of a WIN_CHANGE_COMM, that has arrived.
void on_win_info(Window& window, const Packet& packet);
void on_barrier(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::synccount
