// The state of one window at one process (CH4-STATE-1).
#pragma once

#include "protocol/ch4/network_use.h"
#include "protocol/ch4/rank_counts.h"
#include "protocol/ch4/target_list.h"
#include "protocol/ch4/window_lock.h"
#include "protocol/parts/active_calls.h"
#include "protocol/parts/collectives/barrier.h"
#include "protocol/parts/groups/window_group.h"
#include "protocol/parts/window_life.h"

#include <memory>
#include <string_view>

namespace rmasim::ch4 {

using ActiveCalls = ActiveCallsBy<operations_with_flushes>;

// The kind of a process's access epoch on a window.
enum class Epoch : std::uint8_t { none, fence, pscw, lock, lock_all };
constexpr std::string_view name_of(Epoch epoch) {
    constexpr std::array<std::string_view, 5> names{"NONE", "FENCE", "PSCW", "LOCK", "LOCK_ALL"};
    return names[static_cast<std::size_t>(epoch)];
}

// State of POST-START-COMPLETE-WAIT.
struct Pscw {
    Group start_group;            // the group of START (in MPICH's `sc`)
    std::uint32_t completes = 0;  // number of COMPLETEs received (in MPICH's `sc`)
    RankCounts complete_senders;
    Group post_group;         // the group of POST (in MPICH's `pw`)
    std::uint32_t posts = 0;  // number of POSTs received (in MPICH's `pw`)
    RankCounts post_senders;
    bool exposed = false;        // between POST and WAIT
    bool started_early = false;  // START has counted a POST of a target that is not in its group (defect 1)
    bool forgot_posts = false;   // START with NOCHECK has discarded POSTs of other targets (defect 1)
    bool ended_early = false;    // WAIT has counted a COMPLETE of an origin that is not in its group (defect 1)

    std::size_t bytes() const {
        return (start_group.capacity() + post_group.capacity()) * sizeof(Rank) + complete_senders.bytes() +
               post_senders.bytes();
    }
};

// State of LOCK_ALL, from the call to the end of UNLOCK_ALL.
struct LockAll {
    bool nocheck = false;
    Rank asked = 0;             // number of processes whose lock was requested, in the order of communicator ranks
    Rank granted = 0;           // number of grants received
    std::vector<bool> answers;  // by communicator rank, true if the process has granted; UNLOCK_ALL: has acknowledged
    Rank unanswered = 0;        // in UNLOCK_ALL: number of acknowledgements missing
};

struct Window {
    // `exists` is true if the window exists from the start of the run. `start` is one less than the first barrier's
    // number.
    Window(WindowId id, Rank rank, const WindowGroup& group, bool exists, std::uint32_t disp_unit, bool shared,
           const NetworkUse& network, std::uint32_t start)
        : id(id), life(exists), shared(shared), network(network), disp_unit(disp_unit),
          barrier(group.comm_rank_of(rank), group.size(), start), group_(group.group()) {}

    WindowId id;
    WindowLife life;
    Epoch epoch = Epoch::none;
    bool shared;                        // the members on a node share the window's memory
    bool fence_has_operations = false;  // operations were called since the last fence
    NetworkUse network;
    std::uint32_t flushes_of_all = 0;  // number of threads that wait for a flush of the UCX worker
    bool get_forgotten = false;        // FLUSH_LOCAL did not wait for a GET, because a PUT followed the GET (defect 3)
    bool request_early = false;        // a request was complete before its operation (defect 4)
    bool lock_kept = false;            // UNLOCK was not sent for a lock that LOCK had requested (defect 2)
    std::uint32_t disp_unit;           // bytes; of this process's window segment
    ActiveCalls calls;

    // Numbers of operations that are not answered.
    std::uint32_t unanswered = 0;          // operations of fence epochs
    std::uint32_t accumulates = 0;         // accumulates of fence epochs
    std::uint32_t targets_unanswered = 0;  // operations of lock and PSCW epochs, sum over all targets
    std::uint32_t native_unanswered = 0;   // native operations of any epoch
    std::uint32_t locks = 0;               // LOCKs without UNLOCK
    TargetList targets;
    WindowLock lock;
    Barrier barrier;  // used by FENCE, WIN_CREATE and WIN_FREE
    std::unique_ptr<Pscw> pscw_if_any;
    std::unique_ptr<LockAll> lock_all;  // null outside LOCK_ALL

    Pscw& pscw() {
        if (!pscw_if_any) pscw_if_any = std::make_unique<Pscw>();
        return *pscw_if_any;
    }
    bool exposed() const { return pscw_if_any && pscw_if_any->exposed; }

    // The group of the window. The barrier uses communicator ranks of this group.
    WindowGroup group() const { return {barrier.size(), group_}; }

    std::size_t bytes() const {
        return targets.bytes() + lock.bytes() + (pscw_if_any ? sizeof(Pscw) + pscw_if_any->bytes() : 0) +
               (lock_all ? sizeof(LockAll) + lock_all->answers.capacity() / 8 : 0);
    }

private:
    const RankGroup* group_;  // null: all processes
};

}  // namespace rmasim::ch4
