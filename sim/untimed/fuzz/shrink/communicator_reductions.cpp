#include "sim/untimed/fuzz/shrink/communicator_reductions.h"

#include "sim/untimed/fuzz/program/random_collectives.h"

#include <map>
#include <utility>

namespace rmasim::fuzz {

void add_barriers_of_some(const RandomProgram& program, std::vector<Cut>& cuts) {
    std::map<std::pair<int, std::size_t>, Cut> barriers;
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        const std::vector<Step>& steps = program.steps[static_cast<std::size_t>(rank)];
        std::map<int, std::size_t> calls;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const int comm = steps[i].comm;
            if (is_of_some(steps[i])) barriers[{comm, calls[comm]++}].emplace_back(rank, i);
        }
    }
    for (auto& [nth, cut] : barriers) cuts.push_back(std::move(cut));
}

}  // namespace rmasim::fuzz
