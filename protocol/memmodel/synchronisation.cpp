// The edges of happens-before (SPEC.md, MM-EDGE), and the accesses that each call ends (MM-END).
#include "protocol/base/call_table.h"
#include "protocol/memmodel/thread_state.h"

#include <algorithm>
#include <utility>

namespace rmasim::memmodel {

namespace {

bool completes_at_target(Call call) { return call != Call::flush_local && call != Call::flush_local_all; }
bool closes(Call call) { return call == Call::unlock || call == Call::unlock_all; }

// True if the call is ordered after an operation under the lock that returns a result.
bool has_result(const Toward& toward, const Moment& now) {
    if (toward.granted == nullptr) return false;
    return toward.remote.calls == nullptr ||
           std::ranges::any_of(toward.results, [&](const auto& one) { return now.at(one.first) >= one.second; });
}

}  // namespace

void Checker::synchronise_public(Rank rank, WindowId window, const Moment& moment) {
    const bool unified = shadow_.part(rank, window).unified;
    if (setup_.model == Model::separate || unified || setup_.notes) shadow_.synchronise_public(rank, window, moment);
}

// Records a memory barrier of the rank if the window is in shared memory.
void Checker::order_memory(Rank rank, ThreadState& thread) {
    if (!shadow_.part(rank, thread.window).unified) return;
    shadow_.order_memory(rank, thread.window, thread.clock.point());
}

void Checker::synchronise_private(Rank rank, WindowId window, const Moment& moment) {
    if (setup_.model == Model::unified && !shadow_.part(rank, window).unified) return;
    // Some unfinished operations end at an earlier moment: FENCE with NOPRECEDE may return before they have ended, and
    // UNLOCK_ALL ends operations that have yet to reach their target.
    const Window& on = windows_.of(rank, window);
    const bool none = std::ranges::all_of(on.fences, [](const FenceRound& round) { return round.spans.empty(); });
    const bool settled = none && on.pending[at(rank)] == 0;
    shadow_.synchronise_private(rank, window, moment, settled);
}

void Checker::end_local(OriginState& origin, const Moment& moment, Call call) {
    for (const auto& toward : origin.targets()) toward->local.end(moment, call);
}

// Calls that release their clock while they are active have two moments: the call and the return. No other rank is
// ordered after the return until this rank's next synchronisation. Both moments make the public copy equal. The return
// does so for data that the call itself completes, such as the result of a GET.

// ---- FENCE. Operations of the next epoch are ordered after both moments.
void Checker::begin_fence(Rank rank, ThreadState& thread) {
    Window& window = windows_.of(rank, thread.window);
    OriginState& origin = window.origins[at(rank)];
    const Moment call = thread.clock.point();
    thread.resumes = thread.clock.point();
    synchronise_public(rank, thread.window, call);
    synchronise_public(rank, thread.window, thread.resumes);
    end_local(origin, thread.resumes, Call::fence);
    for (const auto& toward : origin.targets()) {
        toward->reads.end(thread.resumes, Call::fence);
        collect_found(thread, *toward);
    }
    origin.forget_targets();
    const std::uint64_t nth = ++origin.fences;
    FenceRound& round = window.fence(nth, setup_.threads.size());
    round.noprecede = has(thread.asserts, Assert::noprecede);
    round.entries[at(rank)] = {call, thread.resumes};
    if (!round.noprecede && (nth > 1 || setup_.first_fence_waits)) round.sum.add(call);
    const auto waits_for_this = [&](const auto& waiting) { return waiting.first == rank; };
    for (const auto& waiting : round.waiting) {
        if (waits_for_this(waiting)) enter(waiting.second, thread.resumes, {});
    }
    std::erase_if(round.waiting, waits_for_this);
    if (++round.begun == window.members) end_fence_epoch(thread.window, window, nth);
}

// Ends the operations of the previous epoch with the FENCE of their target. If other ranks share the target's memory,
// they end with the whole fence. Operations that only read at the target have also ended with the FENCE of their
// origin.
void Checker::end_fence_epoch(WindowId id, Window& window, std::uint64_t nth) {
    if (nth == 1) return;
    FenceRound& closing = window.fence(nth, setup_.threads.size());
    FenceRound& closed = window.fence(nth - 1, setup_.threads.size());
    for (auto& [span, target] : closed.spans) {
        const FenceEntry& entry = closing.entries[at(target)];
        span->over_at(shadow_.part(target, id).unified ? entry.call : entry.returns, Call::fence);
    }
    closed.spans.clear();
}

void Checker::return_fence(Rank rank, ThreadState& thread) {
    Window& window = windows_.of(rank, thread.window);
    FenceRound& round = window.fence(++window.fences_returned[at(rank)], setup_.threads.size());
    if (!round.noprecede) thread.clock.adopt(round.sum.known());
    const bool finds = !thread.finds.empty();
    acquire_clock(thread);
    ++joins_;
    synchronise_private(rank, thread.window, {thread.clock.now().others, thread.resumes.thread, thread.resumes.own});
    // The clocks that the values carry are acquired after the call's moment.
    if (finds) synchronise_private(rank, thread.window, thread.clock.point());
    order_memory(rank, thread);
    ++round.returned;
    const auto is_over = [&](std::size_t n) {
        return window.fences[n].returned == window.members && window.fences[n].spans.empty();
    };
    while (window.fences.size() > 1 && is_over(0) && window.fences[1].begun == window.members) {
        window.fences.pop_front();
        ++window.first_fence;
    }
}

// ---- POST, START, COMPLETE, WAIT.
void Checker::begin_post(Rank rank, ThreadState& thread) {
    Window& window = windows_.of(rank, thread.window);
    const Moment now = thread.clock.point();
    synchronise_public(rank, thread.window, now);
    window.exposed_to[at(rank)] = thread.group;
    for (const Rank origin : thread.group) {
        PairOfGroups& pair = window.pairs[{origin, rank}];
        PairOfGroups::Round& round = pair.round(pair.posts++);
        round.posted = now;
        for (const Pending& waiting : round.waiting) enter(waiting, now, {});
        round.waiting.clear();
    }
}

void Checker::begin_start(Rank rank, ThreadState& thread) {
    Window& window = windows_.of(rank, thread.window);
    OriginState& origin = window.origins[at(rank)];
    origin.started = true;
    origin.start_group = thread.group;
    origin.forget_targets();
    for (const Rank target : thread.group) {
        Toward& toward = origin.toward(target);
        toward.mode = Mode::pscw;
        toward.nth = window.pairs[{rank, target}].starts++;
    }
}

void Checker::begin_complete(Rank rank, ThreadState& thread) {
    Window& window = windows_.of(rank, thread.window);
    OriginState& origin = window.origins[at(rank)];
    const Moment now = thread.clock.point();
    if (shadow_.part(rank, thread.window).unified) shadow_.order_memory(rank, thread.window, now);
    end_local(origin, thread.clock.point(), Call::complete);
    for (const auto& one : origin.targets()) {
        Toward& toward = *one;
        toward.reads.end(now, Call::complete);
        collect_found(thread, toward);
        window.pairs[{rank, toward.target}].round(toward.nth).completed = now;
    }
    origin.started = false;
}

// START may return before POST is called; COMPLETE does not (MM-EDGE-4).
void Checker::return_complete(Rank rank, ThreadState& thread) {
    Window& window = windows_.of(rank, thread.window);
    OriginState& origin = window.origins[at(rank)];
    for (const auto& one : origin.targets()) {
        const Toward& toward = *one;
        PairOfGroups& pair = window.pairs[{rank, toward.target}];
        PairOfGroups::Round& round = pair.round(toward.nth);
        thread.clock.join(round.posted);
        round.left_by_origin = true;
        pair.forget_rounds();
    }
    acquire_clock(thread);
    ++joins_;
    origin.forget_targets();
    order_memory(rank, thread);
}

void Checker::return_wait(Rank rank, ThreadState& thread) {
    Window& window = windows_.of(rank, thread.window);
    const Group group = std::exchange(window.exposed_to[at(rank)], {});
    for (const Rank origin : group) {
        PairOfGroups& pair = window.pairs[{origin, rank}];
        thread.clock.join(pair.round(pair.waits).completed);
    }
    ++joins_;
    const Moment now = thread.clock.point();
    for (const Rank origin : group) {
        PairOfGroups& pair = window.pairs[{origin, rank}];
        PairOfGroups::Round& round = pair.round(pair.waits++);
        for (SpanRef& span : round.spans) span->over_at(now, Call::wait);
        round.left_by_target = true;
        pair.forget_rounds();
    }
    synchronise_private(rank, thread.window, now);
}

// ---- Locks.
void Checker::begin_lock(Rank rank, ThreadState& thread) {
    OriginState& origin = windows_.of(rank, thread.window).origins[at(rank)];
    const bool nocheck = has(thread.asserts, Assert::nocheck);
    if (origin.locked.empty()) origin.forget_targets();  // removes the rest of fences
    if (thread.call == Call::lock_all) {
        origin.lock_all = true;
        origin.nocheck = nocheck;
        return;
    }
    origin.locked.insert(std::lower_bound(origin.locked.begin(), origin.locked.end(), thread.target), thread.target);
    Toward& toward = origin.toward(thread.target);
    toward = {};
    toward.target = thread.target;
    toward.mode = thread.lock_type == LockType::exclusive ? Mode::lock_exclusive : Mode::lock_shared;
    toward.known = toward.nocheck = nocheck;
}

// A rank that locks its own window, or shared memory, has the lock when LOCK returns, and may load and store.
void Checker::return_lock(Rank rank, ThreadState& thread) {
    OriginState& origin = windows_.of(rank, thread.window).origins[at(rank)];
    const bool all = thread.call == Call::lock_all;
    if (all && !origin.nocheck) {
        Toward& own = origin.toward(rank);
        own.mode = Mode::lock_all;
        if (!own.known) grant(rank, thread.window, own);
    }
    if (!all && thread.target == rank) {
        Toward& own = origin.toward(rank);
        if (!own.known) grant(rank, thread.window, own);
    }
    for (const auto& one : origin.targets()) {
        const Toward& toward = *one;
        const bool own = toward.target == rank;
        if (!own && !shadow_.part(toward.target, thread.window).unified) continue;
        if (toward.known) order_after_lock(thread, toward.gates, toward.section);
    }
    ++joins_;
    const bool of_another = !all && thread.target != rank;
    if (of_another && shadow_.part(rank, thread.window).unified) {
        shadow_.order_memory_of(thread.target, thread.window, thread.clock.point());
    } else {
        synchronise_private(rank, thread.window, thread.clock.point());
    }
}

void Checker::granted(Rank target, WindowId window, Rank rank) {
    OriginState& origin = windows_.of(rank, window).origins[at(rank)];
    Toward* toward = origin.find(target);
    if (toward == nullptr || toward->mode == Mode::none) {
        if (!origin.lock_all || origin.nocheck) return;
        toward = &origin.toward(target);
        toward->mode = Mode::lock_all;
    }
    if (!toward->known) grant(rank, window, *toward);
}

// Grants the lock. It is ordered after the releases of all earlier conflicting locks (MM-EDGE-5).
void Checker::grant(Rank rank, WindowId window, Toward& toward) {
    hold(rank, toward);
    LockState& lock = windows_.of(toward.target, window).locks[at(toward.target)];
    const std::vector<ThreadIndex>& threads = threads_of_[at(rank)];
    const bool one_thread = threads.size() == 1 && !setup_.threads_may_start;
    toward.known = true;
    toward.gates = lock.before_grant(toward.mode == Mode::lock_exclusive, one_thread ? threads.front() : no_thread);
    if (toward.section != nullptr) orders_.granted(lock.history, toward.section);
    if (toward.granted != nullptr) *toward.granted = {true, toward.gates, no_thread, toward.section};
    for (const Pending& pending : toward.pending) enter(pending, {}, toward.gates);
    windows_.of(toward.target, window).pending[at(toward.target)] -= static_cast<std::uint32_t>(toward.pending.size());
    toward.pending.clear();
    if (toward.closing) release(window, toward);
}

void Checker::release(WindowId window, Toward& toward) {
    toward.closing = false;
    if (toward.nocheck) return;
    if (toward.section != nullptr) {
        toward.section->enter(toward.released);
        toward.section->released = toward.released;
    }
    LockState& lock = windows_.of(toward.target, window).locks[at(toward.target)];
    if (toward.mode != Mode::lock_exclusive) return lock.release_shared(toward.released);
    lock.release_exclusive(toward.released);
    if (!lock.released().exists()) return;
    // The join of the clocks of lock and holder is computed once: UNLOCK returns with the same clock.
    toward.gates = lock.released();
    toward.includes = toward.released.others;
}

// The result of the operation is ordered after the grant of the lock (MM-EDGE-5).
void Checker::note_result(ThreadState& thread, Toward& toward, const CallRequest& call) {
    if (!fetches(call.operation.kind) || !is_lock(toward.mode)) return;
    if (toward.granted == nullptr) {
        toward.granted = std::make_shared<Granted>(Granted{toward.known, toward.gates, no_thread, toward.section});
    }
    if (description_of(call.call).has(Argument::new_request)) thread.made.granted = toward.granted;
    if (toward.remote.calls == nullptr) return;
    const Moment& now = thread.clock.now();
    const auto is_here = [&](const auto& one) { return one.first == now.thread; };
    if (std::ranges::none_of(toward.results, is_here)) toward.results.emplace_back(now.thread, now.own);
}

// A thread that has a result of the lock is ordered after the same releases, even if the epoch continues.
void Checker::acquire_clock_of(Granted& lock, ThreadState& thread) {
    if (!lock.known || lock.joined == thread.clock.now().thread) return;
    lock.joined = thread.clock.now().thread;
    order_after_lock(thread, lock.gates, lock.section);
    ++joins_;
}

// ---- FLUSH..., UNLOCK...: they end the operations of all threads that were called before. The next holder of the lock
// is ordered after the end of the operations, but not of their buffers.
void Checker::begin_completion(Rank rank, ThreadState& thread) {
    OriginState& origin = windows_.of(rank, thread.window).origins[at(rank)];
    const Moment now = thread.clock.point();
    const Moment returns = closes(thread.call) ? thread.clock.point() : now;
    if (closes(thread.call)) {
        synchronise_public(rank, thread.window, now);
        synchronise_public(rank, thread.window, returns);
    }
    for (const auto& one : origin.targets()) {
        Toward& toward = *one;
        if (thread.target != no_rank && toward.target != thread.target) continue;
        toward.local.end(returns, thread.call);
        toward.reads.end(now, thread.call);
        collect_found(thread, toward);
        if (completes_at_target(thread.call)) toward.remote.end(now, thread.call);
        else if (has_result(toward, now)) thread.brought.push_back(toward.granted);
        if (!closes(thread.call)) continue;
        toward.closing = true;
        toward.released = now;
        if (toward.known) release(thread.window, toward);
    }
}

void Checker::return_completion(Rank rank, ThreadState& thread) {
    const Call call = thread.call;
    for (const GrantedRef& lock : std::exchange(thread.brought, {})) acquire_clock_of(*lock, thread);
    if (!completes_at_target(call)) return acquire_clock(thread);
    OriginState& origin = windows_.of(rank, thread.window).origins[at(rank)];
    for (const auto& one : origin.targets()) {
        Toward& toward = *one;
        if (thread.target != no_rank && toward.target != thread.target) continue;
        if (!toward.known && !toward.pending.empty()) grant(rank, thread.window, toward);
        if (!toward.known) continue;
        if (toward.joined == thread.clock.now().thread) continue;
        toward.joined = thread.clock.now().thread;
        const bool same_thread = toward.released.thread == toward.joined;
        const bool all = same_thread && toward.includes == thread.clock.now().others;
        order_after_releases(thread, toward.gates, all);
        if (toward.section != nullptr) toward.section->enter(thread.clock.point());
    }
    acquire_clock(thread);
    ++joins_;
    order_memory(rank, thread);
    if (call == Call::unlock) {
        origin.forget(thread.target);
        std::erase(origin.locked, thread.target);
    } else if (call == Call::unlock_all) {
        origin.forget_targets();
        origin.lock_all = false;
    }
}

}  // namespace rmasim::memmodel
