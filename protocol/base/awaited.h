// The ranks that a waiting call waits for, as far as the calling process can name these ranks. Deadlock reports follow
// these ranks from call to call.
#pragma once

#include "protocol/base/rank_list.h"
#include "protocol/base/wait.h"

#include <algorithm>
#include <string>
#include <vector>

namespace rmasim {

struct AwaitedRank {
    Rank rank;
    Awaited what;     // what this rank must send; Awaited::operations: a response
    WindowId window;  // of the awaited packet; a call that waits for a free element may wait for packets of any window
};

struct AwaitedRanks {
    void add(Rank rank, Awaited what, WindowId window) { ranks.push_back({rank, what, window}); }

    // Returns the named ranks as text, each rank once: "rank 3", "ranks 1 and 3".
    std::string text() const {
        std::vector<Rank> all;
        for (const AwaitedRank& one : ranks) all.push_back(one.rank);
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return text_of_ranks(all);
    }

    std::vector<AwaitedRank> ranks;
    // True if the call also waits for ranks that the process cannot name: their target elements are freed, but
    // acknowledgements or LOCK_ALL grants are still due from them.
    bool others = false;
    bool any = false;  // true if the call waits for only one of the ranks
};

}  // namespace rmasim
