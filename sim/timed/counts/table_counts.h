// Counts for the tables of target elements: searches for an element, loops over a table, elements that were freed for
// another target (restored), and LOCK_ALLs that changed to locking every process (fall-backs).
#pragma once

#include "sim/timed/outcome.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace rmasim::sim {

inline constexpr std::size_t max_fall_backs = 16;  // maximum number of fall-backs that a result lists

class TableCounts {
public:
    explicit TableCounts(std::size_t windows) : often_(windows), rarely_(windows) {}

    void make_room(std::size_t windows) {
        often_.resize(windows);
        rarely_.resize(windows);
    }

    // Counts a search that visited `steps` elements. This function is called several times per packet, so its counts
    // are separate from the counts of rare events.
    void searched(WindowId window, std::uint32_t steps) {
        ++often_[window].searches;
        often_[window].elements_compared += steps;
    }
    void walked(WindowId window, std::size_t slots) { often_[window].slots_walked += slots; }
    void restored(WindowId window) { ++rarely_[window].targets_restored; }
    void made_again(WindowId window) { ++rarely_[window].targets_made_again; }
    void unlocked_without_lock(WindowId window) { ++rarely_[window].unlocks_without_lock; }
    void fall_back_began(Rank rank, WindowId window, Call call, WindowId needed_by, std::int64_t at_ns);
    void fall_back_ended(Rank rank, WindowId window, std::int64_t at_ns);

    // Adds the counts to `result.tables`, which is indexed by window. Also adds records of the first fall-backs to the
    // result. `names` are the names of the windows.
    void collect(RunResult& result, const std::vector<std::string>& names) const;

private:
    // The two counts of a search are not adjacent. If they were, g++ would add both by a vector instruction, which is
    // slower because g++ must first combine two registers into a vector.
    struct Often {
        std::uint64_t searches = 0;
        std::uint64_t slots_walked = 0;
        std::uint64_t elements_compared = 0;
    };
    struct Rarely {
        std::uint64_t targets_restored = 0;
        std::uint64_t targets_made_again = 0;
        std::uint64_t unlocks_without_lock = 0;
        std::uint64_t fall_backs = 0;
        std::int64_t fall_backs_ns = 0;
        std::map<WindowId, std::uint64_t> needed_by{};
    };
    struct First {
        Rank rank;
        WindowId window;
        Call call;
        WindowId needed_by;
        std::int64_t at_ns;
        std::optional<std::int64_t> took_ns{};
    };

    std::vector<Often> often_;  // by window
    std::vector<Rarely> rarely_;
    std::vector<First> first_;                                         // the first fall-backs
    std::map<std::pair<Rank, WindowId>, std::int64_t> began_at_ns_{};  // the begin of fall-backs that have not ended
};

}  // namespace rmasim::sim
