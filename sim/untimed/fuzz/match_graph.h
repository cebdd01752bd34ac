// The calls of ranks of a random program that must match, and those that must not overlap. Only for legality.cpp.
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

// The calls of several ranks that must match. An example with two ranks:
//
//     rank 0: start 1, put 1, complete    needs one "post 0" of rank 1: groups[w, 0, 1] is 0 at the end
//     rank 0: fence, barrier              rank 1 must have the same number of fences before each barrier
//     rank 0: fence noprecede             the same fence of rank 1 must have noprecede
//     rank 0: start 1 nocheck             after a barrier that follows the post of rank 1
//     rank 0: lock 1                      no exposure of rank 1 between the same barriers, ...
//     rank 0: lock 1 exclusive nocheck    ... and no other lock of rank 1
struct MatchGraph {
    // A POST or START of a pair of ranks.
    struct Half {
        bool nocheck;
        std::size_t barriers;  // number of earlier barriers
    };
    struct Pair {
        std::vector<Half> posts, starts;
    };
    std::map<std::tuple<WindowId, Rank, Rank>, Pair> groups;  // by window, origin, target
    // By rank, then by number of earlier barriers and window: fences and barriers.
    std::vector<std::map<std::pair<std::size_t, WindowId>, int>> calls;
    // By rank and window, only for windows of communicators: each FENCE, WIN_CREATE and WIN_FREE with the number of
    // earlier barriers, NOPRECEDE and NOSUCCEED.
    std::vector<std::map<WindowId, std::vector<std::tuple<Call, std::size_t, bool, bool>>>> of_some;
    // By rank, in order: WIN_CREATE and WIN_FREE with their windows, the number of earlier barriers, and the number of
    // earlier fences of the window.
    std::vector<std::vector<std::tuple<Call, WindowId, std::size_t, std::size_t>>> lives;
    // An exposure, or a lock (target no_rank: LOCK_ALL) between two barriers.
    struct Span {
        WindowId window;
        Rank owner;
        Rank target;
        std::size_t first, last;  // number of barriers before its beginning and its end
        LockType type = LockType::shared;
        bool nocheck = false;
        int fence = 0;  // number of the owner's fence epoch, from 1
    };
    std::vector<Span> locks, exposures;
    // Targets of operations in fence epochs: window, epoch, target.
    std::set<std::tuple<WindowId, int, Rank>> used_in_fence;
    // Bytes of targets in fence epochs, as (window, epoch, target, byte): those that are written, and those that ranks
    // read in blocks of other ranks.
    using Bytes = std::set<std::tuple<WindowId, int, Rank, std::uint64_t>>;
    Bytes written, read_by_others;
    // By rank and window: NOPRECEDE and NOSUCCEED of each fence. They must be equal on all ranks.
    std::vector<std::map<WindowId, std::vector<std::pair<bool, bool>>>> fences;
    OwnerBlockWriters owner_blocks;
    Messages messages;
};

// Returns the first broken rule; empty if there is none.
std::string illegality_of(const MatchGraph& matches);

}  // namespace rmasim::fuzz
