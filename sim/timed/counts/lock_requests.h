// The arrival times of lock requests that wait for their grant. Each target has a list, with the oldest request first.
// Most requests are granted in the order of arrival, so a search begins at the oldest request.
#pragma once

#include "protocol/base/slab.h"
#include "protocol/base/types.h"
#include "sim/machine/engine/time.h"
#include "sim/scenario/model/rank_range.h"

#include <optional>
#include <vector>

namespace rmasim::sim {

class LockRequests {
public:
    explicit LockRequests(RankRange targets)
        : targets_(targets), of_targets_(static_cast<std::size_t>(targets.count)) {}

    void requested(Rank target, WindowId window, Rank origin, Time at);
    // Removes the oldest request of `origin` for this window of `target`. Returns the request's arrival time; nullopt
    // if there is no such request.
    std::optional<Time> granted(Rank target, WindowId window, Rank origin);

private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    struct Request {
        std::uint32_t next = none;
        Rank origin = no_rank;
        Time requested = 0;
        WindowId window = 0;
    };
    struct List {
        std::uint32_t first = none, last = none;
    };
    void unlink(List& list, std::uint32_t before, std::uint32_t number);

    RankRange targets_;
    std::vector<List> of_targets_;
    Slab<Request> requests_;
};

}  // namespace rmasim::sim
