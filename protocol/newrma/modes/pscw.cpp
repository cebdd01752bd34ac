#include "protocol/newrma/modes/modes.h"

#include "protocol/newrma/routines/drain.h"
#include "protocol/newrma/routines/epoch.h"
#include "protocol/newrma/routines/mem_sync.h"
#include "protocol/newrma/routines/node_share.h"
#include "protocol/newrma/routines/piggyback.h"
#include "protocol/newrma/routines/progress.h"
#include "protocol/newrma/routines/supply.h"
#include "protocol/parts/epoch_errors.h"
#include "protocol/parts/groups/group.h"

#include <algorithm>

namespace rmasim::newrma {

namespace {

// Records that `target` has opened its exposure epoch to this process. When all targets have done so, queued operations
// may be issued.
void note_posted(EngineState& engine, Window& window, Rank target) {
    window.posts.arrived(comm_rank_of(engine, window, target));
    if (window.state != WindowState::pscw_issued || !window.posts.complete()) return;
    set_state(engine, Call::none, window, WindowState::pscw_granted);
    make_progress_window(engine, window);
}

void send_post(EngineState& engine, Window& window, Rank origin) {
    if (origin == engine.rank) return note_posted(engine, window, engine.rank);
    engine.world.transport.send(packet_to(engine, origin, window, kind::post));
}

// POST through a tree. WAIT then waits for the COMPLETEs of the first level of the tree. If the root is in its own
// group, it is not part of the tree. The packets contain ranks, in the order of communicator ranks.
void post_through_tree(EngineState& engine, Window& window, Group comm_ranks) {
    const WindowGroup members = members_of(engine, window);
    const Rank own = members.comm_rank_of(engine.rank);
    const bool with_self = std::erase(comm_ranks, own) > 0;
    Group awaited = first_of_tree(engine, comm_ranks);
    if (with_self) awaited.insert(std::lower_bound(awaited.begin(), awaited.end(), own), own);
    window.completes.open(std::move(awaited));
    if (with_self) note_posted(engine, window, engine.rank);
    for (Rank& one : comm_ranks) one = members.member(one);
    spread_post(engine, window, engine.rank, comm_ranks.data(), comm_ranks.size());
}

// Returns a flag for each index in the group: true if the target's last operation or RMA_DONE will carry COMPLETE
// (NR-PSCW-8).
std::vector<bool> raise_complete(EngineState& engine, Window& window) {
    const Group& group = window.posts.group();
    const WindowGroup members = members_of(engine, window);
    std::vector<bool> piggybacked(group.size(), false);
    const bool may_piggyback = engine.config.optimizations.complete_rides && engine.config.pscw_tree == 0;
    if (!may_piggyback || !engine.ordered) return piggybacked;
    for (std::size_t i = 0; i < group.size(); ++i) {
        TargetElement* const target =
            window.table.empty() ? nullptr : find_target(engine, window, members.member(group[i]));
        piggybacked[i] = target != nullptr && raise_sync(engine, *target, SyncFlag::complete);
    }
    return piggybacked;
}

void send_complete(EngineState& engine, Window& window, Rank target) {
    if (target == engine.rank) return window.completes.arrived(comm_rank_of(engine, window, target));
    if (engine.config.pscw_tree > 0 && complete_in_tree(engine, window, target)) return;
    engine.world.transport.send(packet_to(engine, target, window, kind::complete));
}

}  // namespace

// The packets are the design's ISENDs to the origins. An ISEND is complete when the transport has the packet, so
// PSCW_GRANTED follows at once.
Task<> post(EngineState& engine, Window& window, Group group, Assert asserts) {
    const ActiveCalls::Entry under_way(window.calls, Call::post);
    if (window.exposure != WindowState::unset) {
        refuse_in_exposure(Call::post);
    }
    const WindowGroup members = members_of(engine, window);
    group = sorted_comm_ranks(Call::post, std::move(group), members);
    set_exposure(engine, Call::post, window, WindowState::pscw_issued);
    mem_sync(engine, window, MemSync::post_before);  // NR-SHM-8
    if (has(asserts, Assert::nocheck)) {
        window.completes.open(std::move(group));  // NR-PSCW-6
    } else if (engine.config.pscw_tree > 0) {
        post_through_tree(engine, window, std::move(group));
    } else {
        for (const Rank comm_rank : group) send_post(engine, window, members.member(comm_rank));
        window.completes.open(std::move(group));
    }
    set_exposure(engine, Call::post, window, WindowState::pscw_granted);
    co_return;
}

// `Window::posts` replaces the design's IRECVs from the targets. START waits only for targets of its own node.
// Operations are queued until all POSTs have arrived (NR-PSCW-3).
Task<> start(EngineState& engine, Window& window, Group group, Assert asserts) {
    const ActiveCalls::Entry under_way(window.calls, Call::start);
    group = sorted_comm_ranks(Call::start, std::move(group), members_of(engine, window));
    open_epoch(engine, Call::start, window, WindowState::pscw_issued);
    if (has(asserts, Assert::nocheck)) {
        window.posts.open_complete(std::move(group));  // NR-PSCW-6
    } else {
        window.posts.open(std::move(group));
    }
    if (window.posts.complete()) set_state(engine, Call::start, window, WindowState::pscw_granted);
    if (window.shared) co_await await_node_posts(engine, window);
    mem_sync(engine, window, MemSync::start_after);
}

// Like the second half of a FENCE: all operations are issued and acknowledged. Then each target gets COMPLETE
// (NR-PSCW-4).
Task<> complete(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::complete);
    if (!window.in_pscw()) refuse_without_start();
    engine.waits.until({Call::complete, window.id, Awaited::post, no_rank},
                       [&window] { return window.state == WindowState::pscw_granted; });
    co_await engine.waits;
    const std::vector<bool> piggybacked = raise_complete(engine, window);
    const std::uint32_t posted = begin_drain_all(engine, window, SyncFlag::flush);
    until_all_sent(engine, Call::complete, window, posted);
    co_await engine.waits;
    until_all_data_sent(engine, Call::complete, window, posted);
    co_await engine.waits;
    until_all_acknowledged(engine, Call::complete, window);
    co_await engine.waits;
    free_idle_targets(engine, window);
    mem_sync(engine, window, MemSync::complete_before);
    const Group& group = window.posts.group();
    const WindowGroup members = members_of(engine, window);
    for (std::size_t i = 0; i < group.size(); ++i) {
        if (!piggybacked[i]) send_complete(engine, window, members.member(group[i]));
    }
    window.posts.close();
    set_state(engine, Call::complete, window, WindowState::unset);
}

Task<> wait(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::wait);
    if (window.exposure == WindowState::unset) {
        refuse_without_post(Call::wait);
    }
    engine.waits.until({Call::wait, window.id, Awaited::complete, no_rank},
                       [&window] { return window.completes.complete(); });
    co_await engine.waits;
    mem_sync(engine, window, MemSync::wait_after);
    window.completes.close();
    set_exposure(engine, Call::wait, window, WindowState::unset);
}

Task<bool> test(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::test);
    if (window.exposure == WindowState::unset) {
        refuse_without_post(Call::test);
    }
    if (!window.completes.complete()) co_return false;
    mem_sync(engine, window, MemSync::wait_after);
    window.completes.close();
    set_exposure(engine, Call::test, window, WindowState::unset);
    co_return true;
}

void on_post(EngineState& engine, Window& window, const Packet& packet) {
    const Rank root = part(packet).on_behalf_of;
    if (root == no_rank) return note_posted(engine, window, packet.source);
    join_tree(engine, window, packet);
    note_posted(engine, window, root);
}

void on_complete(EngineState& engine, Window& window, const Packet& packet) {
    const Rank root = part(packet).on_behalf_of;
    const bool of_another_target = root != no_rank && root != engine.rank;
    if (of_another_target) {
        complete_in_tree(engine, window, root);
    } else {
        window.completes.arrived(comm_rank_of(engine, window, packet.source));
    }
}

}  // namespace rmasim::newrma
