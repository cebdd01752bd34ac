#include "sim/untimed/explore/search_node.h"

#include <algorithm>

namespace rmasim::sim {

bool is_asleep(const SearchNode& node, const Move& move) {
    return std::any_of(node.asleep.begin(), node.asleep.end(),
                       [&move](const Sleeper& sleeper) { return sleeper.actor == move.actor; });
}

bool is_covered(const SearchNode& node, const Move& move) {
    const bool planned = std::any_of(node.branches.begin(), node.branches.end(),
                                     [&move](const Branch& branch) { return branch.move.actor == move.actor; });
    return planned || is_asleep(node, move);
}

bool next_picks(SearchNode& node) {
    std::vector<Pick>& picks = node.picks;
    while (!picks.empty() && picks.back().taken + 1 == picks.back().alternatives) picks.pop_back();
    if (picks.empty()) return false;
    ++picks.back().taken;
    return true;
}

bool next_branch(SearchNode& node, StepNumber step, Reduction reduction) {
    node.branches[node.current].done = true;
    if (reduction == Reduction::dynamic) {
        node.asleep.push_back(
            {node.move().actor, node.move().process(), step, static_cast<std::uint32_t>(node.current)});
    }
    for (std::size_t i = 0; i < node.branches.size(); ++i) {
        if (node.branches[i].done || is_asleep(node, node.branches[i].move)) continue;
        node.current = i;
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
