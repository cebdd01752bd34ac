#include "sim/explore/explorer.h"
#include "sim/scenario/json_text.h"
#include "sim/scenario/parse.h"
#include "tests/mutants/hunt.h"
#include "tests/mutants/mutants.h"

namespace rmasim::mutants {

namespace {

std::vector<sim::Scenario> read_worlds() {
    std::vector<sim::Scenario> worlds;
    for (const std::string& name : all_worlds) {
        worlds.push_back(
            sim::parse_scenario(sim::read_scenario_file(std::string(RMASIM_WORLDS) + '/' + name + ".json"), "."));
    }
    return worlds;
}

}  // namespace

std::optional<Catch> by_explore(std::uint64_t most_runs_a_world) {
    static const std::vector<sim::Scenario> worlds = read_worlds();
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        sim::Explorer explorer(worlds[i], {.reduction = sim::Reduction::dynamic,
                                           .limit = most_runs_a_world,
                                           .stop_at_failure = true});
        const sim::Exploration found = explorer.explore();
        if (!found.failure) continue;
        return Catch{all_worlds[i], found.runs, std::string(name_of(found.failure->kind)), found.failure->what.front()};
    }
    return std::nullopt;
}

}  // namespace rmasim::mutants
