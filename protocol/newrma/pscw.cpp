// POST-START-COMPLETE-WAIT (design, "Algorithm for POST-START-COMPLETE-WAIT"): the FENCE algorithm with messages among
// the group in the place of the IBARRIER. A process may be origin and target at once: `state` is its access epoch,
// `exposure` the other.
#include "protocol/newrma/engine.h"

#include <algorithm>

namespace rmasim::newrma {

namespace {

Group sorted(Call call, Group group) {
    std::sort(group.begin(), group.end());
    const auto twice = std::adjacent_find(group.begin(), group.end());
    if (twice != group.end()) {
        throw ErroneousProgram(call, "rank " + std::to_string(*twice) + " is in the group twice");
    }
    return group;
}

}  // namespace

// The ISENDs to the origins. They complete as they are handed over, so PSCW_GRANTED follows at once.
Task<> Engine::post(WindowId id, Group group, Assert asserts) {
    Window& window = windows_[id];
    const CallsUnderWay::Entry under_way(window.calls, Call::post);
    if (window.exposure != WindowState::unset) {
        throw ErroneousProgram(Call::post, "an exposure epoch is open on the window; end it with wait");
    }
    group = sorted(Call::post, std::move(group));
    set_exposure(Call::post, window, WindowState::pscw_issued);
    mem_sync(window, MemSync::post_before);  // NR-SHM-8
    if (has(asserts, Assert::nocheck)) {
        window.completes.open(std::move(group));  // NR-PSCW-6
    } else if (config_.pscw_tree > 0) {
        post_through_tree(window, std::move(group));
    } else {
        for (const Rank origin : group) send_post(window, origin);
        window.completes.open(std::move(group));
    }
    set_exposure(Call::post, window, WindowState::pscw_granted);
    co_return;
}

void Engine::send_post(Window& window, Rank origin) {
    if (origin == rank_) return note_posted(window, rank_);
    world_.transport.send(packet_to(origin, window, kind::post));
}

// The IRECVs from the targets. START does not wait for them, those of the own node apart: operations queue until
// all have come (NR-PSCW-3).
Task<> Engine::start(WindowId id, Group group, Assert asserts) {
    Window& window = windows_[id];
    const CallsUnderWay::Entry under_way(window.calls, Call::start);
    group = sorted(Call::start, std::move(group));
    open_epoch(Call::start, window, WindowState::pscw_issued);
    if (has(asserts, Assert::nocheck)) {
        window.posts.open_complete(std::move(group));  // NR-PSCW-6
    } else {
        window.posts.open(std::move(group));
    }
    if (window.posts.complete()) set_state(Call::start, window, WindowState::pscw_granted);
    if (window.shared) co_await await_node_posts(window);
    mem_sync(window, MemSync::start_after);
}

// As the second half of a FENCE: everything issued and acknowledged, then a message to each target (NR-PSCW-4).
Task<> Engine::complete(WindowId id) {
    Window& window = windows_[id];
    const CallsUnderWay::Entry under_way(window.calls, Call::complete);
    if (!window.in_pscw()) throw ErroneousProgram(Call::complete, "no access epoch is open; open one with start");
    co_await progress_until({Call::complete, id, Awaited::post, no_rank},
                            [&window] { return window.state == WindowState::pscw_granted; });
    const std::vector<bool> rides = raise_complete(window);
    co_await drain_all(Call::complete, window, SyncFlag::flush);
    free_idle_targets(window);
    mem_sync(window, MemSync::complete_before);
    const Group& group = window.posts.group();
    for (std::size_t i = 0; i < group.size(); ++i) {
        if (!rides[i]) send_complete(window, group[i]);
    }
    window.posts.close();
    set_state(Call::complete, window, WindowState::unset);
}

// Targets whose last operation or RMA_DONE can carry COMPLETE, by position in the group (NR-PSCW-8).
std::vector<bool> Engine::raise_complete(Window& window) {
    const Group& group = window.posts.group();
    std::vector<bool> rides(group.size(), false);
    if (!config_.optimizations.complete_rides || !ordered_ || config_.pscw_tree > 0) return rides;
    for (std::size_t i = 0; i < group.size(); ++i) {
        TargetElement* const target = window.table.empty() ? nullptr : find_target(window, group[i]);
        rides[i] = target != nullptr && raise_sync(*target, SyncFlag::complete);
    }
    return rides;
}

void Engine::send_complete(Window& window, Rank target) {
    if (target == rank_) return note_completed(window, rank_);
    if (config_.pscw_tree > 0 && leave_tree_place(window, target)) return;
    world_.transport.send(packet_to(target, window, kind::complete));
}

Task<> Engine::wait(WindowId id) {
    Window& window = windows_[id];
    const CallsUnderWay::Entry under_way(window.calls, Call::wait);
    if (window.exposure == WindowState::unset) {
        throw ErroneousProgram(Call::wait, "no exposure epoch is open; open one with post");
    }
    co_await progress_until({Call::wait, id, Awaited::complete, no_rank},
                            [&window] { return window.completes.complete(); });
    mem_sync(window, MemSync::wait_after);
    window.completes.close();
    set_exposure(Call::wait, window, WindowState::unset);
}

Task<bool> Engine::test(WindowId id) {
    Window& window = windows_[id];
    const CallsUnderWay::Entry under_way(window.calls, Call::test);
    if (window.exposure == WindowState::unset) {
        throw ErroneousProgram(Call::test, "no exposure epoch is open; open one with post");
    }
    if (!window.completes.complete()) co_return false;
    mem_sync(window, MemSync::wait_after);
    window.completes.close();
    set_exposure(Call::test, window, WindowState::unset);
    co_return true;
}

void Engine::on_post(Window& window, const Packet& packet) {
    const Rank root = part(packet).on_behalf_of;
    if (root == no_rank) return note_posted(window, packet.source);
    take_tree_place(window, packet);
    note_posted(window, root);
}

// `target` has opened its exposure epoch to this process; when all have, what was queued may go.
void Engine::note_posted(Window& window, Rank target) {
    window.posts.arrived(target);
    if (window.state != WindowState::pscw_issued || !window.posts.complete()) return;
    set_state(Call::none, window, WindowState::pscw_granted);
    make_progress_window(window);
}

void Engine::on_complete(Window& window, const Packet& packet) {
    const Rank root = part(packet).on_behalf_of;
    const bool passes_through = root != no_rank && root != rank_;
    if (passes_through) {
        leave_tree_place(window, root);
    } else {
        note_completed(window, packet.source);
    }
}

void Engine::note_completed(Window& window, Rank origin) { window.completes.arrived(origin); }

}  // namespace rmasim::newrma
