#include "sim/check/locks.h"

#include <algorithm>

namespace rmasim::sim::check {

Locks::Locks(const Setting& setting, Pairs& pairs, Epochs& epochs, Findings& findings)
    : setting_(setting), rules_(setting.rules()), pairs_(pairs), epochs_(epochs), findings_(findings),
      locks_(setting.places()) {}

void Locks::delivered(const Packet& packet) {
    const LockMeaning lock = setting_.family->lock_meaning(packet);
    if (!lock.asks && !lock.unlocks) return;
    Pair& pair = pairs_.at(packet.source, packet.target, packet.window);
    if (lock.asks) ++pair.lock_requests;
    const bool releases = pair.unlocks < pair.lock_requests + (pair.holds ? 1 : 0);
    if (lock.unlocks && (releases || !rules_.idle_unlocks)) ++pair.unlocks;
}

void Locks::sent(const Packet& packet) {
    if (!setting_.family->lock_meaning(packet).grants) return;
    if (pairs_.at(packet.target, packet.source, packet.window).holds) return;
    findings_.add(Invariant::grant_asked_for, "rank {} sends {} to rank {} (window {}), which does not hold the lock",
                  packet.source, setting_.family->packets().name(packet.type()), packet.target,
                  setting_.windows[packet.window]);
}

void Locks::queued(Rank target, WindowId window, Rank origin) {
    WindowLock& lock = at(target, window);
    if (lock.first == lock.queue.size()) {
        lock.queue.clear();
        lock.first = 0;
    }
    lock.queue.push_back(origin);
}

// A rank requests the lock of its own window without a packet.
bool Locks::asked_for(const Pair& pair) {
    if (pair.origin != pair.target) return pair.lock_requests > 0;
    const Mode mode = epochs_.at(pair.origin, pair.window).mode;
    return mode == Mode::lock_all || (mode == Mode::locks && pair.locked);
}

void Locks::granted(Rank target, WindowId window, Rank origin, LockType type) {
    WindowLock& lock = at(target, window);
    leave_queue(lock, origin, target, window);
    Pair& pair = pairs_.at(origin, target, window);
    if (!asked_for(pair)) {
        findings_.add(Invariant::grant_asked_for, "rank {} grants its lock (window {}) to rank {}, which did not ask",
                      target, setting_.windows[window], origin);
    }
    if (pair.lock_requests > 0) --pair.lock_requests;
    require_type(pair, type);
    require_free(lock, pair, type);
    pair.holds = true;
    if (type == LockType::exclusive) {
        lock.exclusive = origin;
    } else {
        ++lock.shared;
    }
}

// LOCK_ALL takes shared locks.
void Locks::require_type(const Pair& pair, LockType type) {
    const bool named = epochs_.at(pair.origin, pair.window).mode == Mode::locks;
    const LockType wanted = named ? pair.lock_type : LockType::shared;
    if (type == wanted || !rules_.one_lock_epoch) return;
    findings_.add(Invariant::grant_asked_for, "rank {} gets the lock of rank {} (window {}) {}, and called for it {}",
                  pair.origin, pair.target, setting_.windows[pair.window], name_of(type), name_of(wanted));
}

// A second request of a rank that still holds the lock stands behind its UNLOCK: others may go first.
void Locks::leave_queue(WindowLock& lock, Rank origin, Rank target, WindowId window) {
    const auto first = lock.queue.begin() + static_cast<std::ptrdiff_t>(lock.first);
    const auto own = std::find(first, lock.queue.end(), origin);
    const auto older =
        std::find_if(first, own, [&](Rank rank) { return !pairs_.at(rank, target, window).holds; });
    if (older != own && rules_.locks_in_order) {
        findings_.add(Invariant::locks_in_order,
                      "rank {} gets the lock of rank {} (window {}) before rank {}, which waits", origin, target,
                      setting_.windows[window], *older);
    }
    if (own == lock.queue.end()) return;
    if (own == first) ++lock.first;
    else lock.queue.erase(own);
}

void Locks::require_free(const WindowLock& lock, const Pair& pair, LockType type) {
    const std::string& window = setting_.windows[pair.window];
    if (lock.exclusive != no_rank) {
        findings_.add(Invariant::exclusive_alone,
                      "rank {} gets the lock of rank {} (window {}), which rank {} holds alone", pair.origin,
                      pair.target, window, lock.exclusive);
    } else if (type == LockType::exclusive && lock.shared > 0) {
        findings_.add(Invariant::exclusive_alone,
                      "rank {} gets the lock of rank {} (window {}) exclusively, which {} ranks share", pair.origin,
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
        findings_.add(Invariant::grant_asked_for, "rank {} takes its lock (window {}) back from rank {}, which {}",
                      target, setting_.windows[window], origin, pair.holds ? "did not unlock" : "does not hold it");
    }
    pair.holds = false;
    if (pair.unlocks > 0) --pair.unlocks;
    if (lock.exclusive == origin) {
        lock.exclusive = no_rank;
    } else if (lock.shared > 0) {
        --lock.shared;
    }
}

void Locks::applied(Rank origin, Rank target, WindowId window, Mode mode, bool nocheck) {
    if (nocheck) return;
    const Pair& pair = pairs_.at(origin, target, window);
    const Rank exclusive = at(target, window).exclusive;
    if (exclusive != no_rank && exclusive != origin) {
        findings_.add(Invariant::exclusive_alone,
                      "rank {} touches the memory of rank {} (window {}), whose lock rank {} holds alone", origin,
                      target, setting_.windows[window], exclusive);
    }
    if ((mode == Mode::locks || mode == Mode::lock_all) && !pair.holds) {
        findings_.add(Invariant::exclusive_alone, "rank {} touches the memory of rank {} (window {}) without its lock",
                      origin, target, setting_.windows[window]);
    }
}

void Locks::ended() {
    for (const Pair& pair : pairs_.all()) {
        if (!pair.holds && pair.lock_requests == 0) continue;
        findings_.add(Invariant::grant_asked_for, "at the end rank {} {} the lock of rank {} (window {})", pair.origin,
                      pair.holds ? "still holds" : "still waits for", pair.target, setting_.windows[pair.window]);
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
