// What must match between the ranks of a random program, and what must not come together. For legality.cpp only.
#pragma once

#include "sim/untimed/fuzz/message_legality.h"
#include "sim/untimed/fuzz/owner_legality.h"
#include "sim/untimed/fuzz/random_program.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace rmasim::fuzz {

// Calls of several ranks that must match. An example with two ranks:
//
//     rank 0: start 1, put 1, complete    needs one "post 0" of rank 1: groups[w, 0, 1] is 0 at the end
//     rank 0: fence, barrier              rank 1 must have the same number of fences before each barrier
//     rank 0: fence noprecede             the same fence of rank 1 must say noprecede
//     rank 0: start 1 nocheck             after a barrier that comes after the post of rank 1
//     rank 0: lock 1                      no exposure of rank 1 between the same barriers, ...
//     rank 0: lock 1 exclusive nocheck    ... and no other lock of rank 1
struct MatchGraph {
    // The POSTs and STARTs of a pair of ranks.
    struct Half {
        bool nocheck;
        std::size_t barriers;  // before it
    };
    struct Pair {
        std::vector<Half> posts, starts;
    };
    std::map<std::tuple<WindowId, Rank, Rank>, Pair> groups;  // by window, origin, target
    // By rank, then by the number of barriers before and the window: fences and barriers.
    std::vector<std::map<std::pair<std::size_t, WindowId>, int>> calls;
    // By rank and window, of windows of communicators: each FENCE, WIN_CREATE and WIN_FREE with the barriers before,
    // and NOPRECEDE and NOSUCCEED.
    std::vector<std::map<WindowId, std::vector<std::tuple<Call, std::size_t, bool, bool>>>> of_some;
    // By rank, in order: WIN_CREATE and WIN_FREE with their windows, the barriers before and the window's fences
    // before.
    std::vector<std::vector<std::tuple<Call, WindowId, std::size_t, std::size_t>>> lives;
    // A lock (target no_rank: LOCK_ALL), which is between two barriers, or an exposure.
    struct Span {
        WindowId window;
        Rank owner;
        Rank target;
        std::size_t first, last;  // barriers before its beginning and its end
        LockType type = LockType::shared;
        bool nocheck = false;
        int fence = 0;  // the fence epoch of the owner, from 1
    };
    std::vector<Span> locks, exposures;
    // Targets of operations in fence epochs: window, epoch, target.
    std::set<std::tuple<WindowId, int, Rank>> used_in_fence;
    // Bytes of targets in fence epochs: window, epoch, target, byte. What is written, and what ranks read of blocks
    // that are not theirs.
    using Bytes = std::set<std::tuple<WindowId, int, Rank, std::uint64_t>>;
    Bytes written, read_by_others;
    // By rank and window: NOPRECEDE and NOSUCCEED of each fence, which all ranks must give alike.
    std::vector<std::map<WindowId, std::vector<std::pair<bool, bool>>>> fences;
    OwnerBlockWriters owner_blocks;
    Messages messages;
};

// The first rule that is broken, or an empty text.
std::string illegality_of(const MatchGraph& matches);

}  // namespace rmasim::fuzz
