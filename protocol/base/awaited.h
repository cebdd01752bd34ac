// The ranks that a waiting call waits for, as far as its process can name them. Deadlock reports follow these ranks
// from call to call.
#pragma once

#include "protocol/base/wait.h"

#include <vector>

namespace rmasim {

struct AwaitedRank {
    Rank rank;
    Awaited what;     // what this rank must send; `operations`: a response
    WindowId window;  // may differ from the call's window if the call waits for an element
};

struct AwaitedRanks {
    void add(Rank rank, Awaited what, WindowId window) { ranks.push_back({rank, what, window}); }

    std::vector<AwaitedRank> ranks;
    // True if the call also waits for ranks that the process cannot name: their target elements are freed, but
    // acknowledgements or LOCK_ALL grants are still due from them.
    bool others = false;
};

}  // namespace rmasim
