// MPI_WIN_CHANGE_COMM: the window's ranks are those of another communicator from then on (SC-COMM-1).
#pragma once

#include "protocol/base/task.h"
#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// The new members of a window: the first `size` ranks of `group`; null: of all processes.
struct NewGroup {
    const RankGroup* group = nullptr;
    Rank size = 0;
};

// `peer` is a rank in MPI_COMM_WORLD.
Task<> change_comm(EngineState& engine, Window& window, NewGroup to, Rank peer);
// Handle WIN_INFO, and the BARRIERs of a window.
void on_win_info(Window& window, const Packet& packet);
void on_barrier(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::synccount
