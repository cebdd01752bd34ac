// Whom a waiting call waits for, as its process knows it: what deadlock reports and explorers follow from rank to rank.
#pragma once

#include "protocol/base/wait.h"

#include <vector>

namespace rmasim {

struct AwaitedRank {
    Rank rank;
    Awaited what;     // that has to come from it; `operations`: a response
    WindowId window;  // for an element it may be another one than the call's
};

struct AwaitedRanks {
    std::vector<AwaitedRank> ranks;
    // And of ranks that the process cannot name, their elements being gone: acknowledgements, or grants of LOCK_ALL.
    bool others = false;
};

}  // namespace rmasim
