// Collects two kinds of calls of a random program: calls of different ranks that must match, and calls that must not
// overlap. Only legality.cpp uses this header.
#pragma once

#include "sim/untimed/fuzz/program/message_legality.h"
#include "sim/untimed/fuzz/program/owner_legality.h"
#include "sim/untimed/fuzz/program/random_program.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace rmasim::fuzz {

// The calls of different ranks that must match or must not overlap. Each line of this table is a sequence of calls and
// the rule that it must satisfy, for a program of two ranks. "put 1" is a PUT to rank 1, and "post 0" is a POST for
// origin 0.
//
//     rank 0: start 1, put 1, complete    needs one "post 0" of rank 1: groups[w, 0, 1] has one post and one start
//     rank 0: fence, barrier              rank 1 must have the same number of fences before each barrier
//     rank 0: fence noprecede             the same fence of rank 1 must have noprecede
//     rank 0: start 1 nocheck             a barrier must separate the post of rank 1 from the start
//     rank 0: lock 1                      rank 1 must have no exposure between the same barriers
//     rank 0: lock 1 exclusive nocheck    no other rank may lock rank 1 between the same barriers
struct MatchGraph {
    // A POST or a START. Its group contains the other rank of the pair.
    struct Half {
        bool nocheck;
        std::size_t barriers;  // number of earlier barriers
    };
    struct Pair {
        std::vector<Half> posts, starts;
    };
    std::map<std::tuple<WindowId, Rank, Rank>, Pair> groups;  // by window, origin, target
    // Numbers of fences and barriers. The index is the rank; the key is the number of earlier barriers and the window.
    std::vector<std::map<std::pair<std::size_t, WindowId>, int>> calls;
    // All calls of FENCE, WIN_CREATE and WIN_FREE on windows of communicators (other than that of all ranks), by rank
    // and window. The tuple has the call, the number of earlier barriers, and two flags: true if a fence has NOPRECEDE,
    // and true if it has NOSUCCEED.
    std::vector<std::map<WindowId, std::vector<std::tuple<Call, std::size_t, bool, bool>>>> of_some;
    // For each rank, all calls of WIN_CREATE and WIN_FREE in order. The tuple has the call, the window, the number of
    // earlier barriers, and the number of earlier fences on the window.
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
    // The targets of operations in fence epochs, as tuples (window, number of the epoch, target).
    std::set<std::tuple<WindowId, int, Rank>> used_in_fence;
    // The bytes at targets that operations access in fence epochs, as tuples (window, number of the epoch, target,
    // byte). `written` has the bytes that any rank writes. `read_by_others` has the bytes of an origin's own block that
    // another rank reads.
    using Bytes = std::set<std::tuple<WindowId, int, Rank, std::uint64_t>>;
    Bytes written, read_by_others;
    // Two flags for each rank, window and fence: true if the fence has NOPRECEDE, and true if it has NOSUCCEED. All
    // ranks must have the same values.
    std::vector<std::map<WindowId, std::vector<std::pair<bool, bool>>>> fences;
    OwnerBlockWriters owner_blocks;
    Messages messages;
};

// Returns the first broken rule, as text; empty if no rule is broken.
std::string illegality_of(const MatchGraph& matches);

}  // namespace rmasim::fuzz
