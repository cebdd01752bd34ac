// The state of one shared window at one process.
#pragma once

#include "protocol/parts/collectives/barrier.h"
#include "protocol/parts/epoch_errors.h"
#include "protocol/parts/groups/by_comm_rank.h"
#include "protocol/parts/window_life.h"
#include "protocol/shm/config.h"
#include "protocol/shm/count_exchange.h"
#include "protocol/shm/packets.h"
#include "protocol/shm/regions.h"

#include <memory>
#include <vector>

namespace rmasim::shm {

struct Window {
    // `exists` is true if the window exists from the start of the run. `own` is this process's part of the window.
    // `start` is one less than the first fence's number.
    Window(WindowId id, bool exists, WindowShape own, Rank rank, const WindowGroup& group, const Config& config,
           std::uint32_t start = usual_start)
        : id(id), life(exists), own(own), communicator(group.group()),
          barrier(group.comm_rank_of(rank), group.size(), start) {
        if (config.fence != FenceKind::counts) return;
        exchange = std::make_unique<CountExchange>(barrier.rank(), barrier.size(), start);
        counts.assign(static_cast<std::size_t>(barrier.size()), 0);
    }

    // The group of the window. The barrier and the counts use communicator ranks of this group.
    WindowGroup group() const { return {barrier.size(), communicator}; }

    WindowId id;
    WindowLife life;
    bool fencing = false;  // a thread is inside FENCE
    WindowShape own;
    bool open = false;                  // operations are allowed, because the last fence was without NOSUCCEED
    bool preceding_put = false;         // others may have put to this part since the last fence (SHM-CREATE-1)
    bool wrote = false;                 // this process has put data into any part since the last fence
    bool postponed = false;             // stores before the last fence must still be flushed, counted (SHM-FENCE-10)
    std::uint32_t operations_now = 0;   // number of threads inside an operation
    std::uint64_t operations = 0;       // operations of this process since the last fence
    const RankGroup* communicator;      // null: all processes are in the window's group
    std::vector<std::uint32_t> counts;  // by target: operations since the last fence that changed the target's part
    Barrier barrier;
    std::unique_ptr<CountExchange> exchange;  // null if fences are barriers

    std::size_t bytes() const {
        return counts.capacity() * sizeof(std::uint32_t) +
               (exchange ? sizeof(CountExchange) + exchange->bytes() : std::size_t{0});
    }
};

// MPI_WIN_FREE: raises ErroneousProgram if no fence has followed the last operation.
inline void require_closed(const Window& window) {
    if (window.operations == 0) return;
    require_none_left(LeftOpen::fence_operations);
}

}  // namespace rmasim::shm
