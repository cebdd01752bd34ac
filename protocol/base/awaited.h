// The ranks that a waiting call waits for, as far as its process knows. Deadlock reports follow them from rank to rank.
#pragma once

#include "protocol/base/wait.h"

#include <vector>

namespace rmasim {

struct AwaitedRank {
    Rank rank;
    Awaited what;     // what must come from this rank; `operations`: a response
    WindowId window;  // may differ from the call's window when an element is awaited
};

struct AwaitedRanks {
    void add(Rank rank, Awaited what, WindowId window) { ranks.push_back({rank, what, window}); }

    std::vector<AwaitedRank> ranks;
    // Acknowledgements or LOCK_ALL grants are also due from ranks that the process cannot name any more, because their
    // target elements were freed.
    bool others = false;
};

}  // namespace rmasim
