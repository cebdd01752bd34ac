// Collects the calls of a random program that must match, and those that must not overlap. Only legality.cpp uses this
// header.
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

// The calls of several ranks that must match or must not overlap. Examples of the rules, with two ranks:
//
//     rank 0: start 1, put 1, complete    needs one "post 0" of rank 1: groups[w, 0, 1] has one post and one start
//     rank 0: fence, barrier              rank 1 must have the same number of fences before each barrier
//     rank 0: fence noprecede             the same fence of rank 1 must have noprecede
//     rank 0: start 1 nocheck             a barrier must separate the post of rank 1 from the start
//     rank 0: lock 1                      rank 1 must have no exposure between the same barriers
//     rank 0: lock 1 exclusive nocheck    no other rank may lock rank 1 between the same barriers
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
    // Counts of fences and barriers: by rank, then by number of earlier barriers and window.
    std::vector<std::map<std::pair<std::size_t, WindowId>, int>> calls;
    // Only for windows of communicators, by rank and window: each FENCE, WIN_CREATE and WIN_FREE. The tuple has the
    // call, the number of earlier barriers, NOPRECEDE and NOSUCCEED.
    std::vector<std::map<WindowId, std::vector<std::tuple<Call, std::size_t, bool, bool>>>> of_some;
    // By rank, in order: each WIN_CREATE and WIN_FREE. The tuple has the call, the window, the number of earlier
    // barriers, and the number of earlier fences of the window.
    std::vector<std::vector<std::tuple<Call, WindowId, std::size_t, std::size_t>>> lives;
    // An interval between two barriers in which a window is exposed or locked. For LOCK_ALL, the target is no_rank.
    struct Span {
        WindowId window;
        Rank owner;
        Rank target;
        std::size_t first, last;  // numbers of barriers before the beginning and before the end of the interval
        LockType type = LockType::shared;
        bool nocheck = false;
        int fence = 0;  // number of the owner's fence epoch, from 1
    };
    std::vector<Span> locks, exposures;
    // Targets of operations in fence epochs, as (window, epoch, target).
    std::set<std::tuple<WindowId, int, Rank>> used_in_fence;
    // Bytes of targets in fence epochs, as (window, epoch, target, byte). `written` has bytes that a rank writes.
    // `read_by_others` has bytes that ranks read in blocks of other ranks.
    using Bytes = std::set<std::tuple<WindowId, int, Rank, std::uint64_t>>;
    Bytes written, read_by_others;
    // By rank and window: NOPRECEDE and NOSUCCEED of each fence. All ranks must have the same values.
    std::vector<std::map<WindowId, std::vector<std::pair<bool, bool>>>> fences;
    OwnerBlockWriters owner_blocks;
    Messages messages;
};

// Returns the first broken rule, as text; empty if no rule is broken.
std::string illegality_of(const MatchGraph& matches);

}  // namespace rmasim::fuzz
