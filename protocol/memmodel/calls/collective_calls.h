// Collective calls: barriers, BCAST and the others with data (SPEC.md, MM-EDGE-2 and MM-EDGE-10), the creation and
// freeing of windows, and WIN_CHANGE_COMM (MM-EDGE-9).
#pragma once

#include "protocol/memmodel/shadow/accesses.h"
#include "protocol/memmodel/shadow/visibility.h"

#include <map>
#include <tuple>
#include <utility>

namespace rmasim::memmodel {

class CollectiveCalls {
public:
    CollectiveCalls(const Setup& setup, Threads& threads, Windows& windows, Visibility& visibility, Accesses& accesses);

    void begin_barrier(Rank rank, ThreadState& thread, WindowId comm);
    void end_barrier(Rank rank, ThreadState& thread);
    // Data create the order: a call without data has no edge. A nonblocking call uses its buffers until its request is
    // complete.
    void begin(const Origin& origin, ThreadState& thread, const CallRequest& call, const Buffers& buffers);
    void end(const Origin& origin, ThreadState& thread);
    // The request of a nonblocking call, or of IBARRIER, is complete.
    void complete(Rank rank, ThreadState& thread, const CollectiveRound& call);
    // WIN_CREATE and WIN_FREE.
    void begin_life(Rank rank, ThreadState& thread);
    void end_life(Rank rank, ThreadState& thread);
    // WIN_CHANGE_COMM. The call releases the thread's clock to all members of both groups. If a new member calls before
    // any member has begun the change, the clock is released when a member begins the change.
    void begin_change(Rank rank, ThreadState& thread, const CallRequest& call);
    void end_change(Rank rank, ThreadState& thread);
    // Only the first `ranks` ranks have the window, until WIN_CHANGE_COMM.
    void opened_to(WindowId window, Rank ranks) { changes_.opened_to(window, ranks); }

private:
    // The collective calls of each communicator, by the communicator's number and its first member. Several
    // communicators may have the same number. Barriers on MPI_COMM_WORLD are in `barriers_`. The calls of each
    // persistent request, whose number CallRequest::number is not 0, are matched alone.
    using SomeCollectives = std::map<std::tuple<WindowId, Rank, std::uint32_t>, Collectives>;
    // Returns the barriers of the communicator, and the rank's communicator rank in it.
    std::pair<Collectives&, Rank> barriers_of(Rank rank, WindowId comm);
    // Returns the collective calls of the communicator other than barriers, and the rank's communicator rank in it.
    std::pair<Collectives&, Rank> collectives_of(Rank rank, WindowId comm, std::uint32_t persistent) {
        return found_or_made(collectives_, rank, comm, persistent);
    }
    std::pair<Collectives&, Rank> found_or_made(SomeCollectives& among, Rank rank, WindowId comm,
                                                std::uint32_t persistent = 0);

    const Setup& setup_;
    Threads& threads_;
    Windows& windows_;
    Visibility& visibility_;
    Accesses& accesses_;
    Collectives barriers_;  // of all ranks
    SomeCollectives some_barriers_, collectives_;
    GroupChanges changes_;
    // By rank and window: the moment of a WIN_CHANGE_COMM of a new member, if no member of the window has begun the
    // change yet.
    std::map<std::pair<Rank, WindowId>, Moment> waiting_in_change_;
};

}  // namespace rmasim::memmodel
