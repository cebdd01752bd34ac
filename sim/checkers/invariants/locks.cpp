#include "sim/checkers/invariants/locks.h"

#include <algorithm>

namespace rmasim::sim::check {

Locks::Locks(const CheckerContext& context, Pairs& pairs, Epochs& epochs, Findings& findings)
    : context_(context), rules_(context.rules()), order_(context.family->processes.rules(*context.protocol).lock_order),
      pairs_(pairs), epochs_(epochs), findings_(findings), locks_(context.ranks, context.window_count()) {}

void Locks::WindowLock::push(const Waiting& one) {
    if (first == queue.size()) {
        queue.clear();
        first = 0;
    }
    queue.push_back(one);
}

void Locks::WindowLock::erase(std::vector<Waiting>::iterator one) {
    if (one == begin()) ++first;
    else queue.erase(one);
}

void Locks::delivered(const Packet& packet) {
    const LockMeaning lock = context_.family->meaning().lock(packet);
    if (!lock.asks && !lock.unlocks && !lock.holder) return;
    Pair& pair = pairs_.at(packet.source, packet.target, packet.window);
    if (lock.asks) ++pair.lock_requests;
    if (lock.asks) pair.holder = lock.holder;
    else if (lock.holder) note_holder(at(packet.target, packet.window), packet.source);
    const bool releases = pair.unlocks < pair.lock_requests + (pair.holds ? 1 : 0);
    if (lock.unlocks && (releases || !rules_.idle_unlocks)) ++pair.unlocks;
}

void Locks::sent(const Packet& packet) {
    const LockMeaning lock = context_.family->meaning().lock(packet);
    if (lock.holder && !epochs_.at(packet.source, packet.window).granted) {
        findings_.add(Invariant::locks_in_order,
                      "rank {} reports to rank {} that the sender holds another lock (window {}), but no lock was "
                      "granted to the sender",
                      packet.source, packet.target, context_.windows[packet.window]);
    }
    if (lock.refuses) {
        Pair& pair = pairs_.at(packet.target, packet.source, packet.window);
        if (pair.lock_requests > 0) --pair.lock_requests;
        pair.unlocks = 0;
    }
    if (!lock.grants || pairs_.at(packet.target, packet.source, packet.window).holds) return;
    findings_.add(Invariant::grant_asked_for,
                  "rank {} sends {} to rank {} (window {}), but the receiver does not hold the lock", packet.source,
                  context_.family->packets().name(packet.type()), packet.target, context_.windows[packet.window]);
}

void Locks::queued(Rank target, WindowId window, Rank origin, LockType type) {
    const Pair& pair = pairs_.at(origin, target, window);
    const std::uint32_t behind = pair.queued_requests > 0 ? pair.queued_requests - 1 : 0;  // `queued_requests` counts
                                                                                           // this request, too
    at(target, window).push({origin, type, asks_as_holder(pair), origin == target, behind});
}

void Locks::request_left(const Packet& packet) {
    --pairs_.at(packet.source, packet.target, packet.window).queued_requests;
    for (Waiting& one : at(packet.target, packet.window)) {
        if (one.origin == packet.source && one.behind > 0) --one.behind;
    }
}

// True if the origin holds another lock when it requests the lock of the pair. A lock request to another rank carries
// this information. For its own window an origin sends no request, so the function tests whether a target has granted
// the origin a lock in this epoch. This grant may still be in flight.
bool Locks::asks_as_holder(const Pair& pair) const {
    return pair.origin == pair.target ? epochs_.at(pair.origin, pair.window).granted : pair.holder;
}

void Locks::note_holder(WindowLock& lock, Rank origin) {
    for (Waiting& one : lock) one.holder |= one.origin == origin;
}

// True if the origin has requested the lock. For the lock of its own window a rank sends no request packet, so the
// open epoch decides.
bool Locks::asked_for(const Pair& pair) {
    if (pair.origin != pair.target) return pair.lock_requests > 0;
    const Mode mode = epochs_.at(pair.origin, pair.window).mode;
    return mode == Mode::lock_all || (mode == Mode::locks && pair.locked);
}

void Locks::granted(Rank target, WindowId window, Rank origin, LockType type) {
    WindowLock& lock = at(target, window);
    Pair& pair = pairs_.at(origin, target, window);
    if (!asked_for(pair)) {
        findings_.add(Invariant::grant_asked_for,
                      "rank {} grants its lock (window {}) to rank {}, which did not request it", target,
                      context_.windows[window], origin);
    }
    if (pair.lock_requests > 0) --pair.lock_requests;
    require_type(pair, type);
    leave_queue(lock, pair, type);
    require_free(lock, pair, type);
    pair.holds = true;
    epochs_.at(origin, window).granted = true;
    if (origin != target) note_holder(at(origin, window), origin);
    if (type == LockType::exclusive) {
        lock.exclusive = origin;
    } else {
        ++lock.shared;
    }
}

// Checks that the granted lock has the type of the request: shared for LOCK_ALL, otherwise the type of LOCK.
void Locks::require_type(const Pair& pair, LockType type) {
    const bool named = epochs_.at(pair.origin, pair.window).mode == Mode::locks;
    const LockType wanted = named ? pair.lock_type : LockType::shared;
    if (type == wanted || !rules_.one_lock_epoch) return;
    findings_.add(Invariant::grant_asked_for,
                  "rank {} gets the lock of rank {} (window {}) as {}, but requested it as {}", pair.origin,
                  pair.target, context_.windows[pair.window], name_of(type), name_of(wanted));
}

void Locks::leave_queue(WindowLock& lock, const Pair& pair, LockType type) {
    const auto mine =
        std::find_if(lock.begin(), lock.end(), [&pair](const Waiting& one) { return one.origin == pair.origin; });
    const bool queued = mine != lock.end();
    const Waiting now =
        queued ? *mine : Waiting{pair.origin, type, asks_as_holder(pair), pair.origin == pair.target, 0};
    const auto overtaken = std::find_if(lock.begin(), mine, [&](const Waiting& one) {
        const bool queued = !one.own || rules_.own_lock_in_order;
        return queued && !may_overtake(lock, now, one) && !waits_for_own_request(one, pair);
    });
    if (overtaken != mine && rules_.locks_in_order) {
        findings_.add(Invariant::locks_in_order,
                      "rank {} gets the lock of rank {} (window {}) before rank {}, whose request is older",
                      pair.origin, pair.target, context_.windows[pair.window], overtaken->origin);
    }
    if (queued) lock.erase(mine);
}

// True if an older request of the same origin to the same target may block request `one`. A request never overtakes an
// older request of its pair of ranks, so requests of other ranks may be granted before it. The older request may be the
// UNLOCK of a lock that the origin still holds. It may also be an operation under NOCHECK that an agent may not
// execute.
bool Locks::waits_for_own_request(const Waiting& one, const Pair& pair) const {
    if (one.behind > 0) return true;
    if (rules_.one_lock_epoch) return false;
    bool holds = false;
    pairs_.find_of_origin(one.origin, pair.window, [&](const Pair& other) {
        if (other.target != pair.target) return false;
        holds = other.holds;
        return true;
    });
    return holds;
}

// True if request `one` may be granted before request `other`, which arrived earlier. Three conditions must hold: the
// lock is shared already, the lock order prefers the shared request `one`, and it does not prefer `other`.
bool Locks::may_overtake(const WindowLock& lock, const Waiting& one, const Waiting& other) const {
    const auto preferred = [this](const Waiting& waiting) {
        if (waiting.type == LockType::exclusive || order_ == LockOrder::fifo) return false;
        return order_ == LockOrder::readers_first || waiting.holder;
    };
    const bool surely_preferred = preferred(other) && (order_ == LockOrder::readers_first || !other.own);
    return lock.shared > 0 && preferred(one) && !surely_preferred;
}

void Locks::require_free(const WindowLock& lock, const Pair& pair, LockType type) {
    const std::string& window = context_.windows[pair.window];
    if (lock.exclusive != no_rank) {
        findings_.add(Invariant::exclusive_alone,
                      "rank {} gets the lock of rank {} (window {}), which rank {} holds exclusively", pair.origin,
                      pair.target, window, lock.exclusive);
    } else if (type == LockType::exclusive && lock.shared > 0) {
        findings_.add(Invariant::exclusive_alone,
                      "rank {} gets the lock of rank {} (window {}) exclusively while {} ranks share it", pair.origin,
                      pair.target, window, lock.shared);
    } else if (pair.holds) {
        findings_.add(Invariant::grant_asked_for, "rank {} gets the lock of rank {} (window {}) twice", pair.origin,
                      pair.target, window);
    }
}

void Locks::released(Rank target, WindowId window, Rank origin) {
    WindowLock& lock = at(target, window);
    Pair& pair = pairs_.at(origin, target, window);
    if (!pair.holds || (pair.unlocks == 0 && origin != target)) {
        findings_.add(Invariant::grant_asked_for, "rank {} releases its lock (window {}) for rank {}, which {}", target,
                      context_.windows[window], origin, pair.holds ? "did not call unlock" : "does not hold it");
    }
    pair.holds = false;
    if (pair.unlocks > 0) --pair.unlocks;
    if (lock.exclusive == origin) {
        lock.exclusive = no_rank;
    } else if (lock.shared > 0) {
        --lock.shared;
    }
}

// Loads and stores of a rank to its own window request no lock. So the call that allows them must have acquired the
// lock when it returns.
void Locks::own_window_locked(Rank rank, WindowId window, std::string_view call) {
    if (pairs_.at(rank, rank, window).holds) return;
    findings_.add(Invariant::exclusive_alone,
                  "{} returns at rank {}, which does not hold the lock of its own window {}", call, rank,
                  context_.windows[window]);
}

void Locks::applied(Rank origin, Rank target, WindowId window, Mode mode, bool nocheck) {
    if (nocheck) return;
    const Rank exclusive = at(target, window).exclusive;
    // In some families UNLOCK returns before the target has released the lock. The exclusive holder's epoch may then
    // have ended, and such a holder excludes no other rank.
    const bool excludes = exclusive != no_rank && exclusive != origin &&
                          (rules_.one_lock_epoch || pairs_.at(exclusive, target, window).locked);
    const Pair& pair = pairs_.at(origin, target, window);
    if (excludes) {
        findings_.add(Invariant::exclusive_alone,
                      "rank {} accesses the memory of rank {} (window {}), whose lock rank {} holds exclusively",
                      origin, target, context_.windows[window], exclusive);
    }
    if ((mode == Mode::locks || mode == Mode::lock_all) && !pair.holds) {
        findings_.add(Invariant::exclusive_alone, "rank {} accesses the memory of rank {} (window {}) without its lock",
                      origin, target, context_.windows[window]);
    }
}

void Locks::window_freed(Rank target, WindowId window) {
    const WindowLock& lock = at(target, window);
    if (lock.exclusive == no_rank && lock.shared == 0) return;
    findings_.add(Invariant::window_kept,
                  "win_free of window {} returns at rank {} while other ranks hold its lock ({} ranks)",
                  context_.windows[window], target, lock.shared + (lock.exclusive == no_rank ? 0 : 1));
}

void Locks::ended() {
    for (const Pair& pair : pairs_.all()) {
        if (!pair.holds && pair.lock_requests == 0) continue;
        findings_.add(Invariant::grant_asked_for, "at the end rank {} {} the lock of rank {} (window {})", pair.origin,
                      pair.holds ? "still holds" : "still waits for", pair.target, context_.windows[pair.window]);
    }
}

void Locks::reset() {
    for (WindowLock& lock : locks_) {
        lock.exclusive = no_rank;
        lock.shared = 0;
        lock.queue.clear();
        lock.first = 0;
    }
}

}  // namespace rmasim::sim::check
