// For each rank, the number of its messages that have arrived and were not taken: POSTs not taken by a START, COMPLETEs
// not taken by a WAIT. MPICH counts only the sum over all ranks (CH4-PSCW-2). Setting `fixed` and reports need the
// senders.
#pragma once

#include "protocol/base/types.h"

#include <map>

namespace rmasim::ch4 {

class RankCounts {
public:
    void add(Rank rank) { change(rank, 1); }
    // Takes one message of each rank of the group, that is lowers the rank's count by one. The count becomes negative
    // if the message has not arrived. Returns true if all messages had arrived.
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

    std::map<Rank, std::int32_t> counts_;  // without zeros
};

}  // namespace rmasim::ch4
