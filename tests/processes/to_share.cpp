#include "tests/processes/to_share.h"

#include "sim/scenario/families/family.h"
#include "sim/scenario/read/parse.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "sim/untimed/fuzz/program/random_program.h"
#include "tests/scenario_file.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace rmasim::sim {

namespace {

using FilePath = std::filesystem::path;

// Removes the settings that prevent sharing a run. Packets of a network that reorders pass through one location. Shared
// windows are memory of all ranks of a node. In every other program, each node has two ranks.
Json without_obstacles(fuzz::RandomProgram program, std::uint64_t seed) {
    program.ordered = true;
    program.ranks_per_node = 1;
    Json scenario = fuzz::scenario_of(program);
    if (seed % 2 == 1 && program.ranks > 3) scenario["platform"]["ranks_per_node"] = 2;
    return scenario;
}

}  // namespace

std::vector<std::string> scenario_names() { return project_scenarios(RMASIM_ROOT); }

std::unique_ptr<Alone> run_named(const std::string& name, Rank max_ranks) {
    const ScenarioName named(name);
    const Json json = named.document();
    if (json.contains("groups")) return nullptr;
    Scenario scenario = parse_scenario(json, FilePath(named.file).parent_path().string());
    return scenario.ranks <= max_ranks ? Alone::run(std::move(scenario)) : nullptr;
}

std::unique_ptr<Alone> run_random_program(std::uint64_t seed) {
    const Family& family = *families()[seed % families().size()];
    const fuzz::RandomProgram program = fuzz::make_random_program(seed, family);
    if (family.traits.shares_one_node) return nullptr;
    if (auto alone = Alone::run(parse_scenario(fuzz::scenario_of(program), "."))) return alone;
    return Alone::run(parse_scenario(without_obstacles(program, seed), "."));
}

}  // namespace rmasim::sim
