// The two halves of an exploration on many processors (rmasim_analysis.explore): one process puts the pieces together
// and says which parts are wanted, others make pieces. Both talk in lines of JSON.
#include "sim/frontend/cli/exit_code.h"
#include "sim/frontend/cli/explore.h"
#include "sim/frontend/cli/json_lines.h"
#include "sim/frontend/output/print.h"
#include "sim/untimed/explore/assembly.h"
#include "sim/untimed/explore/explorer.h"
#include "sim/untimed/explore/piece_json.h"

#include <chrono>
#include <ctime>

namespace rmasim::sim {

namespace {

using Json = nlohmann::ordered_json;

Piece piece_of_part(const ExploreOptionsOfUser& options, const Scenario& scenario, const Part& part) {
    const std::clock_t began = std::clock();
    Explorer explorer(scenario, {.reduction = reduction_of(options), .stop_at_failure = options.first});
    Piece piece = explorer.explore(part);
    ExplorationWords words = words_of(scenario, piece.found);
    piece.words = {std::move(words.fewest_messages), std::move(words.most_messages), std::move(words.failure)};
    piece.cpu_s = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    return piece;
}

}  // namespace

int explore_pieces(const ExploreOptionsOfUser& options) {
    const Scenario scenario = scenario_to_explore(options);
    make_pieces<Json>("a part of the exploration", [&](const Json& wanted) {
        return piece_json(piece_of_part(options, scenario, part_of(wanted.at("part"))));
    });
    return success;
}

int explore_assembly(const ExploreOptionsOfUser& options) {
    const auto began = std::chrono::steady_clock::now();
    const Scenario scenario = scenario_to_explore(options);
    Assembly assembly({.reduction = reduction_of(options),
                       .limit = options.limit,
                       .piece = options.piece,
                       .stop_at_failure = options.first});
    const auto add = [&](const Json& piece) { assembly.add(piece.at("key").get<std::string>(), piece_of(piece)); };
    const auto list = [&](std::size_t most) {
        std::vector<Json> parts;
        for (const Wanted& one : assembly.wanted(most)) {
            parts.push_back({{"key", one.key}, {"guessed", one.guessed}, {"part", part_json(one.part)}});
        }
        return parts;
    };
    const bool complete = assemble<Json>("a piece of the exploration, or how many parts to list", add, list);
    if (!complete) return bad_input;  // whoever gave up has said why
    ExplorationWords words;
    words.fewest_messages = assembly.words().fewest_messages;
    words.most_messages = assembly.words().most_messages;
    if (assembly.found().failure) add_failure(words, scenario, *assembly.found().failure, assembly.words().failure);
    const double wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return report_exploration(options, scenario, assembly.found(), words, {wall_s, assembly.cpu_s()});
}

}  // namespace rmasim::sim
