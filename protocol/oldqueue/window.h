// The state of one window at one process.
#pragma once

#include "protocol/oldqueue/active_calls.h"
#include "protocol/oldqueue/announced.h"
#include "protocol/oldqueue/pair_numbers.h"
#include "protocol/oldqueue/parts.h"
#include "protocol/oldqueue/target.h"
#include "protocol/oldqueue/window_lock.h"
#include "protocol/parts/collectives/barrier.h"
#include "protocol/parts/groups/by_comm_rank.h"

#include <memory>
#include <optional>

namespace rmasim::oldqueue {

// The group that POST or START recorded for the window (OQ-PSCW-1).
struct Marked {
    bool open = false;
    Group group;  // ascending
    bool contains(Rank rank) const { return std::binary_search(group.begin(), group.end(), rank); }
    std::size_t index_of(Rank rank) const {
        return static_cast<std::size_t>(std::lower_bound(group.begin(), group.end(), rank) - group.begin());
    }
};

struct Pscw {
    explicit Pscw(std::uint32_t start) : accesses(start), exposures(start) {}

    Marked started, posted;
    PairNumbers accesses, exposures;
    Announced announced;  // the COMPLETEs of the exposure epoch
};

struct Window {
    // `communicator` is null if all processes are in the window's group. `start` is one less than the first epoch
    // number.
    Window(WindowId id, const RankGroup* communicator, const WindowShape& own, std::uint32_t start)
        : id(id), disp_unit(own.disp_unit), start(start), in_shared_memory(own.alloc_mem), fences(start),
          communicator(communicator) {}

    WindowId id;
    std::uint32_t disp_unit;  // bytes; of this process's window segment
    std::uint32_t start;
    // True for memory from MPI_ALLOC_MEM. An agent that is a process can reach such memory (OQ-AGENT-3), and other
    // processes may lock it (OQ-CREATE-1).
    bool in_shared_memory;
    bool announced_info =
        false;  // this process has created the window and, if required, has sent its size to the other processes
    ActiveCalls calls;

    // ---- At the target
    WindowLock lock;
    std::uint64_t exclusive_waits_in = 0;  // number of the last round of the queue that passed over an exclusive LOCK
    std::optional<LockType> own_request;   // set while LOCK of the own window tries repeatedly (OQ-LOCK-6)

    // ---- Fence
    std::uint32_t fences;        // FENCEs that have returned: the number of the epoch (OQ-FENCE-4)
    bool fenced = false;         // a FENCE has returned
    bool fence_exposes = false;  // the last FENCE was without NOSUCCEED: others may access this segment
    // The last FENCE was without NOSUCCEED, and no LOCK has followed: this process may access segments of other
    // processes.
    bool fence_open = false;
    bool fence_operations = false;         // this process has called operations in the open fence epoch
    std::uint32_t locks = 0;               // LOCKs without UNLOCK
    std::unique_ptr<Announced> announced;  // of this epoch; null until the epoch's first count or operation
    std::unique_ptr<Barrier> barrier;      // null until the first fence by barrier

    std::unique_ptr<Pscw> pscw;  // null until the first POST or START, or the first operation of an access epoch

    // ---- At the origin
    Parts parts;  // empty if `window_info` is `given`
    TargetList targets;
    // The sums of Target::incomplete and of Target::acks_due over all targets. The functions below change both.
    std::uint32_t incomplete = 0;
    std::uint32_t acks_due = 0;

    const RankGroup* communicator;  // null: all processes are in the window's group

    // Visits the targets in the order in which packets to them are sent.
    template <class Visit>
    void for_each_target(Visit visit) {
        for_each_by_comm_rank(
            targets, communicator, [](const Target& target) { return target.rank; }, visit);
    }

    void expect_completion(Target& target) {
        ++target.incomplete;
        ++incomplete;
    }
    void note_completion(Target& target) {
        --target.incomplete;
        --incomplete;
    }
    void expect_ack(Target& target) {
        ++target.acks_due;
        ++acks_due;
    }
    void note_ack(Target& target) {
        --target.acks_due;
        --acks_due;
    }

    Announced& with_announced() {
        if (!announced) announced = std::make_unique<Announced>();
        return *announced;
    }
    Pscw& with_pscw() {
        if (!pscw) pscw = std::make_unique<Pscw>(start);
        return *pscw;
    }
    bool is_started() const { return pscw && pscw->started.open; }
    bool is_posted() const { return pscw && pscw->posted.open; }

    std::size_t bytes() const {
        std::size_t sum = lock.bytes() + targets.bytes() + parts.bytes();
        if (announced) sum += sizeof(Announced) + announced->heard.capacity() / 8;
        if (barrier) sum += sizeof(Barrier);
        if (!pscw) return sum;
        return sum + sizeof(Pscw) + pscw->accesses.bytes() + pscw->exposures.bytes() +
               pscw->announced.heard.capacity() / 8 +
               (pscw->started.group.capacity() + pscw->posted.group.capacity()) * sizeof(Rank);
    }
};

}  // namespace rmasim::oldqueue
