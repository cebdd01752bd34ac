// How many messages of each process have come and were not taken: POSTs that no START has taken, COMPLETEs that no WAIT
// has. The library itself only adds them up (CH4-PSCW-2); who sent them is kept for `fixed` and for reports.
#pragma once

#include "protocol/base/types.h"

#include <map>

namespace rmasim::ch4 {

class RankCounts {
public:
    void add(Rank rank) { change(rank, 1); }
    // One message of each of the group; one that has not come counts as taken ahead. Returns whether all had come.
    bool take(const Group& group) {
        bool all = true;
        for (const Rank rank : group) {
            all = all && has(rank);
            change(rank, -1);
        }
        return all;
    }
    bool has(Rank rank) const {
        const auto at = counts_.find(rank);
        return at != counts_.end() && at->second > 0;
    }
    bool has_all(const Group& group) const {
        for (const Rank rank : group) {
            if (!has(rank)) return false;
        }
        return true;
    }
    std::size_t bytes() const { return counts_.size() * (sizeof(Rank) + sizeof(std::int32_t) + 4 * sizeof(void*)); }

private:
    void change(Rank rank, std::int32_t by) {
        if ((counts_[rank] += by) == 0) counts_.erase(rank);
    }

    std::map<Rank, std::int32_t> counts_;  // none is 0
};

}  // namespace rmasim::ch4
