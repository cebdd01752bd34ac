#include "sim/scenario/families/family.h"
#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "sim/untimed/explore/explorer.h"
#include "tests/mutants/hunt.h"
#include "tests/mutants/mutants.h"
#include "tests/scenario_file.h"

#include <nlohmann/json.hpp>

namespace rmasim::mutants {

namespace {

std::vector<sim::Scenario> read_worlds() {
    std::vector<sim::Scenario> worlds;
    for (const std::string& name : all_worlds) {
        worlds.push_back(sim::parse_scenario(scenario_named(RMASIM_WORLDS, name).document(), "."));
    }
    return worlds;
}

// Returns the finding. A violated invariant is identified by its name, which is the beginning of the text. Any other
// finding is identified by its kind.
Catch caught_in(const std::string& world, const sim::Failure& failure) {
    const std::string& words = failure.what.front();
    const std::size_t colon = words.find(": ");
    const bool named = failure.kind == sim::Failure::Kind::invariant && colon != std::string::npos;
    if (named) return {words.substr(0, colon), words.substr(colon + 2), world};
    return {std::string(name_of(failure.kind)), words, world};
}

}  // namespace

Hunt by_explore(const std::string& family, const std::string& world) {
    static const std::vector<sim::Scenario> worlds = read_worlds();
    Hunt hunt;
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        if (!family.empty() && worlds[i].family->name() != family) continue;
        if (!world.empty() && all_worlds[i] != world) continue;
        const sim::ExploreOptions options{sim::Reduction::dynamic, max_runs_a_world, true};
        try {
            const sim::Exploration found = sim::Explorer(worlds[i], options).explore();
            if (found.failure()) return {caught_in(all_worlds[i], *found.failure()), found.runs};
            hunt.runs += found.runs;
        } catch (const sim::BadInput& error) {                        // a world that computes with received values
            return {Catch{"value", error.what(), all_worlds[i]}, 0};  // number of runs: unknown
        }
    }
    return hunt;
}

}  // namespace rmasim::mutants
