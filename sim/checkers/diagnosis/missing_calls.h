// Finds the ranks for which a collective call on a window waits: the ranks that have made fewer such calls than the
// waiting rank.
#pragma once

#include "sim/checkers/diagnosis/wait_report.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace rmasim::sim {

class MissingCalls {
public:
    // `ranks` must outlive this object.
    explicit MissingCalls(const Ranks& ranks) : ranks_(ranks) {}

    struct Found {
        std::vector<Rank> ranks{};  // ascending
        std::string numbers{};      // of the calls of these ranks, for `text`
    };
    // Returns the ranks for which a call of FENCE, WIN_CREATE or WIN_FREE waits. Returns null if no rank has made fewer
    // calls, for other calls and other waits, and if the calls are not recorded. The result is valid as long as this
    // object.
    const Found* find(Rank rank, const WaitReason& reason);
    // Returns the numbers of calls of the waiting rank and of the found ranks as text: "rank 0 has called fence
    // on window "w" 3 times, rank 1 twice (the last time at programs[1].calls[4].fence)".
    std::string text(Rank rank, const WaitReason& reason, const Found& found) const;

private:
    using Window = std::tuple<Call, WindowId, Rank>;             // a call, a window, and the first member of its group
    using ByCount = std::map<std::uint32_t, std::vector<Rank>>;  // the members by number of calls

    const ByCount& counts(const Window& window, const RankGroup* group);
    Found fewer(const Window& window, const ByCount& counts, std::uint32_t own) const;
    std::uint32_t count_of(Rank rank, const WaitReason& reason) const {
        return ranks_.epochs()->calls_made(rank, reason.window, reason.call).count;
    }

    const Ranks& ranks_;
    std::map<Window, ByCount> counts_;
    std::map<std::pair<Window, std::uint32_t>, Found> found_;  // by window and number of calls of the waiting rank
};

// Returns the number of fences of each of the two ranks whose collective calls do not match: "rank 0 has called fence
// on window "w" twice, rank 1 once (the last time at programs[1].calls[4].fence)". Empty if both numbers are equal.
std::string fences_of(const Ranks& ranks, const UnmatchedCall& unmatched);

// Returns the numbers of calls of both sides, if a call of `rank` waits for the START or the POST of other ranks:
// "; rank 3 has never called start on window "w", rank 0 has called post once". Empty for other waits.
std::string group_calls_of(const Ranks& ranks, Rank rank, const WaitReason& reason, const std::vector<Rank>& awaited);

}  // namespace rmasim::sim
