// The two halves of an exploration on many processors (rmasim_analysis.explore): one process puts the pieces together
// and says which parts are wanted, others make pieces. Both talk in lines of JSON.
#include "sim/cli/exit_code.h"
#include "sim/cli/explore.h"
#include "sim/cli/json_lines.h"
#include "sim/explore/piece_json.h"
#include "sim/explore/assembly.h"
#include "sim/explore/explorer.h"
#include "sim/output/print.h"

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
    for_each_line("a part of the exploration", [&](const std::string& line) {
        const Json wanted = Json::parse(line);
        Json made = piece_json(piece_of_part(options, scenario, part_of(wanted.at("part"))));
        made["key"] = wanted.at("key");
        print(made.dump() + '\n');
        return true;
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
    bool complete = false;
    for_each_line("a piece of the exploration, or how many parts to list", [&](const std::string& line) {
        const Json said = Json::parse(line);
        if (said.is_object()) {
            assembly.add(said.at("key").get<std::string>(), piece_of(said));
            return true;
        }
        const std::vector<Wanted> wanted = assembly.wanted(said.get<std::size_t>());
        complete = wanted.empty();
        for (const Wanted& one : wanted) {
            print(Json{{"key", one.key}, {"guessed", one.guessed}, {"part", part_json(one.part)}}.dump() + '\n');
        }
        print("\n");
        flush_output();
        return !complete;
    });
    if (!complete) throw BadInput("standard input", "its end", "pieces until the exploration is complete");
    ExplorationWords words;
    words.fewest_messages = assembly.words().fewest_messages;
    words.most_messages = assembly.words().most_messages;
    if (assembly.found().failure) add_failure(words, scenario, *assembly.found().failure, assembly.words().failure);
    const double wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return report_exploration(options, scenario, assembly.found(), words, {wall_s, assembly.cpu_s()});
}

}  // namespace rmasim::sim
