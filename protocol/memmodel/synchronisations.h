// Moments of the threads of one rank at which something happens to all earlier accesses: a call that makes copies
// equal, or one that completes operations.
#pragma once

#include "protocol/memmodel/clock.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace rmasim::memmodel {

// The end of an access.
struct Ending {
    ThreadIndex by = no_thread;
    Tick end = 0;
};

// The moments of one direction, for one rank's segment of a window.
class Synchronisations {
public:
    void add(const Moment& moment);
    // Replaces all moments of the same thread.
    void keep_only(const Moment& moment);
    // Visits the last moments that `start` is ordered after, one for each thread of the owner, until `visit(moment)`
    // returns true. Returns true if one did.
    template <class Known, class Visit>
    bool any_known(const Known& start, Visit visit) const {
        for (const OfThread& of : threads_) {
            const auto later = std::upper_bound(of.moments.begin(), of.moments.end(), start.at(of.thread),
                                                [](Tick tick, const Moment& moment) { return tick < moment.own; });
            if (later != of.moments.begin() && visit(*std::prev(later))) return true;
        }
        return false;
    }
    // True if the owner synchronised after the end of the access, and before `start`.
    template <class Ended, class Known>
    bool between(const Ended& span, const Known& start) const {
        return any_known(start, [&](const Moment& moment) { return span.is_over_for(moment); });
    }
    // Drops moments that all threads are ordered after: they are equivalent. Keeps the last of them, and the last that
    // each of `others` is ordered after.
    void forget(const std::vector<Tick>& known_to_all, const std::vector<Moment>& others = {});
    // True if `keep_first_after` should be called: the number has doubled since the last call.
    bool full(std::size_t at_least) const { return size() >= std::max(at_least, max_); }
    // Keeps the first moment after each of these endings, and the last moment. Later queries may only concern these
    // accesses, which have ended, and accesses that end after all moments so far.
    void keep_first_after(const std::vector<Ending>& endings);
    // Calls `visit(thread, tick)` for the first moment of each thread that is ordered after this tick.
    template <class Visit>
    void each_first_after(const Ending& ending, Visit visit) const {
        for (const OfThread& of : threads_) {
            const auto first = std::partition_point(of.moments.begin(), of.moments.end(), [&](const Moment& moment) {
                return moment.at(ending.by) < ending.end;
            });
            if (first != of.moments.end()) visit(first->thread, first->own);
        }
    }
    void append_to(std::vector<Moment>& moments) const;
    std::size_t size() const;

private:
    struct OfThread {
        ThreadIndex thread;
        std::vector<Moment> moments;  // ascending
    };
    std::vector<OfThread> threads_;
    std::size_t max_ = 0;
};

}  // namespace rmasim::memmodel
