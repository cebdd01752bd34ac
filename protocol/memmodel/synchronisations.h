// The synchronising calls of the threads of one rank: calls that make the copies of a window equal, or calls that
// complete operations. Each call is stored as its moment.
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

// The moments of the synchronising calls of one kind, on one rank's segment of a window.
class Synchronisations {
public:
    void add(const Moment& moment);
    // Replaces all moments of the thread of `moment` by `moment`.
    void keep_only(const Moment& moment);
    // For each thread of the owner, calls `visit` with the thread's last moment that `start` is ordered after. Stops
    // and returns true as soon as a call of `visit` returns true.
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
    // Drops moments that all threads are ordered after, because a query cannot distinguish them. Keeps the last of
    // these moments. Also keeps, for each of `others`, the last moment that it is ordered after.
    void forget(const std::vector<Tick>& known_to_all, const std::vector<Moment>& others = {});
    // True if `keep_first_after` should be called, because the number of moments has doubled since the last call of
    // that function.
    bool full(std::size_t at_least) const { return size() >= std::max(at_least, max_); }
    // Keeps the first moment after each end in `endings`, and the last moment. Drops all other moments. After this
    // call, queries may only concern accesses whose ends are in `endings`, and accesses that end after all stored
    // moments.
    void keep_first_after(const std::vector<Ending>& endings);
    // For each thread of the owner, calls `visit(thread, tick)` for the thread's first moment that is ordered after the
    // end `ending`.
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
