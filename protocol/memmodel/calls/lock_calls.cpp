#include "protocol/memmodel/calls/lock_calls.h"

#include "protocol/base/call_table.h"

#include <algorithm>
#include <utility>

namespace rmasim::memmodel {

namespace {

bool completes_at_target(Call call) { return description_of(call).guarantee == Guarantee::applied; }
bool closes(Call call) { return call == Call::unlock || call == Call::unlock_all; }

// True if the call is ordered after an operation under the lock that returns a result.
bool has_result(const Toward& toward, const Moment& now) {
    if (toward.granted == nullptr) return false;
    return toward.remote.calls == nullptr ||
           std::ranges::any_of(toward.results, [&](const auto& one) { return now.at(one.first) >= one.second; });
}

}  // namespace

void LockCalls::begin_lock(Rank rank, ThreadState& thread) {
    OriginState& origin = windows_.of(rank, thread.window).origins[at(rank)];
    const bool nocheck = has(thread.asserts, Assert::nocheck);
    if (origin.locked.empty()) origin.forget_targets();  // removes the rest of fences
    if (thread.call == Call::lock_all) {
        origin.lock_all = true;
        origin.nocheck = nocheck;
        return;
    }
    origin.locked.insert(std::lower_bound(origin.locked.begin(), origin.locked.end(), thread.target), thread.target);
    Toward& toward = origin.new_toward(thread.target);
    toward.mode = thread.lock_type == LockType::exclusive ? Mode::lock_exclusive : Mode::lock_shared;
    toward.known = toward.nocheck = nocheck;
}

// A rank that locks its own window, or shared memory, has the lock when LOCK returns, and may load and store.
void LockCalls::end_lock(Rank rank, ThreadState& thread) {
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
        if (!own && !visibility_.is_unified(toward.target, thread.window)) continue;
        if (toward.known) order_.order_after_lock(thread, toward.gates, toward.section);
    }
    threads_.joined();
    const bool of_another = !all && thread.target != rank;
    if (of_another && visibility_.is_unified(rank, thread.window)) {
        visibility_.order_memory_of(thread.target, thread.window, thread.clock.point());
    } else {
        visibility_.synchronise_private(rank, thread.window, thread.clock.point());
    }
}

void LockCalls::granted(Rank target, WindowId window, Rank rank) {
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
void LockCalls::grant(Rank rank, WindowId window, Toward& toward) {
    order_.hold(rank, toward);
    LockState& lock = windows_.of(toward.target, window).locks[at(toward.target)];
    toward.known = true;
    toward.gates = lock.before_grant(toward.mode == Mode::lock_exclusive, threads_.only_of(rank));
    if (toward.section != nullptr) order_.granted(lock, toward.section);
    if (toward.granted != nullptr) *toward.granted = {true, toward.gates, no_thread, toward.section};
    for (const Pending& pending : toward.pending) gates_.enter(pending, no_moment, toward.gates);
    windows_.of(toward.target, window).pending[at(toward.target)] -= static_cast<std::uint32_t>(toward.pending.size());
    toward.pending.clear();
    if (toward.closing) release(window, toward);
}

void LockCalls::release(WindowId window, Toward& toward) {
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

void LockCalls::begin_completion(Rank rank, ThreadState& thread) {
    OriginState& origin = windows_.of(rank, thread.window).origins[at(rank)];
    const Moment now = thread.clock.point();
    const Moment returns = closes(thread.call) ? thread.clock.point() : now;
    if (closes(thread.call)) {
        visibility_.synchronise_public(rank, thread.window, now);
        visibility_.synchronise_public(rank, thread.window, returns);
    }
    for (const auto& one : origin.targets()) {
        Toward& toward = *one;
        if (thread.target != no_rank && toward.target != thread.target) continue;
        toward.local.end(returns, thread.call);
        toward.reads.end(now, thread.call);
        results_.collect(thread, toward);
        if (completes_at_target(thread.call)) toward.remote.end(now, thread.call);
        else if (has_result(toward, now)) thread.brought.push_back(toward.granted);
        if (!closes(thread.call)) continue;
        toward.closing = true;
        toward.released = now;
        if (toward.known) release(thread.window, toward);
    }
}

void LockCalls::end_completion(Rank rank, ThreadState& thread) {
    const Call call = thread.call;
    for (const GrantedRef& lock : std::exchange(thread.brought, {})) results_.acquire(thread, *lock);
    if (!completes_at_target(call)) return results_.acquire(thread);
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
        order_.order_after_releases(thread, toward.gates, all);
        if (toward.section != nullptr) toward.section->enter(thread.clock.point());
    }
    results_.acquire(thread);
    threads_.joined();
    visibility_.order_memory(rank, thread);
    if (call == Call::unlock) {
        origin.forget(thread.target);
        std::erase(origin.locked, thread.target);
    } else if (call == Call::unlock_all) {
        origin.forget_targets();
        origin.lock_all = false;
    }
}

}  // namespace rmasim::memmodel
