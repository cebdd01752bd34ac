#include "sim/untimed/explore/fork.h"

#include <algorithm>

namespace rmasim::sim {

bool is_asleep(const Fork& fork, const Move& move) {
    return std::any_of(fork.asleep.begin(), fork.asleep.end(),
                       [&move](const Sleeper& sleeper) { return sleeper.actor == move.actor; });
}

bool is_covered(const Fork& fork, const Move& move) {
    const bool planned = std::any_of(fork.branches.begin(), fork.branches.end(),
                                     [&move](const Branch& branch) { return branch.move.actor == move.actor; });
    return planned || is_asleep(fork, move);
}

bool next_picks(Fork& fork) {
    std::vector<Pick>& picks = fork.picks;
    while (!picks.empty() && picks.back().taken + 1 == picks.back().alternatives) picks.pop_back();
    if (picks.empty()) return false;
    ++picks.back().taken;
    return true;
}

bool next_branch(Fork& fork, StepNumber step, Reduction reduction) {
    fork.branches[fork.current].done = true;
    if (reduction == Reduction::dynamic) {
        fork.asleep.push_back(
            {fork.move().actor, fork.move().rank, step, static_cast<std::uint32_t>(fork.current)});
    }
    for (std::size_t i = 0; i < fork.branches.size(); ++i) {
        if (fork.branches[i].done || is_asleep(fork, fork.branches[i].move)) continue;
        fork.current = i;
        return true;
    }
    return false;
}

void add_to(Footprint& all, const Footprint& touched) {
    const auto before = [](const Touched& a, const Touched& b) {
        return a.word != b.word ? a.word < b.word : a.touch < b.touch;
    };
    for (const Touched& one : touched) {
        const auto at = std::lower_bound(all.begin(), all.end(), one, before);
        if (at == all.end() || before(one, *at)) all.insert(at, one);
    }
}

}  // namespace rmasim::sim
