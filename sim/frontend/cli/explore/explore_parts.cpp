// The two kinds of processes in a distributed exploration (rmasim_analysis.explore). One process requests shards of the
// search and assembles their results. The other processes search the shards. The processes communicate by lines of
// JSON.
#include "sim/frontend/cli/explore/explore.h"
#include "sim/frontend/cli/explore/search_watch.h"
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/cli/process/interrupt.h"
#include "sim/frontend/cli/text/json_lines.h"
#include "sim/frontend/output/print.h"
#include "sim/untimed/explore/assembly.h"
#include "sim/untimed/explore/explorer.h"
#include "sim/untimed/explore/shard_json.h"

#include <chrono>
#include <ctime>

namespace rmasim::sim {

namespace {

using Json = nlohmann::ordered_json;

// The time limit of a shard. A search of a shard may end at any point without an effect on the result. If it took
// longer, other processors would have to wait for the shards that it creates, and an interrupt would lose more work.
constexpr std::chrono::seconds shard_time{3};

Shard shard_of_part(const ExploreOptionsOfUser& options, const Scenario& scenario, const Part& part) {
    const std::clock_t began = std::clock();
    Explorer explorer(scenario,
                      {.reduction = reduction_of(options), .stop_at_failure = options.first, .calm = options.calm});
    const auto ends_at = std::chrono::steady_clock::now() + shard_time;
    explorer.on_progress = [ends_at](const Exploration&, double) -> std::optional<EndedBy> {
        if (interrupted()) return EndedBy::interrupt;
        if (std::chrono::steady_clock::now() >= ends_at) return EndedBy::time_limit;
        return std::nullopt;
    };
    Shard shard = explorer.explore(part);
    shard.words = orders_in_words(scenario, shard.found);
    shard.cpu_s = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    return shard;
}

// An estimate of the number of executions. It is made from a single execution.
double executions_guessed(const ExploreOptionsOfUser& options, const Scenario& scenario, SearchWatch& watch) {
    Explorer explorer(scenario, {.reduction = reduction_of(options), .limit = 1, .calm = options.calm});
    explorer.on_progress = [&](const Exploration& found, double done) { return watch.look(found, done, 0); };
    explorer.explore();
    return explorer.executions_guessed();
}

}  // namespace

int explore_shards(const ExploreOptionsOfUser& options) {
    note_interrupts();
    const Scenario scenario = scenario_to_explore(options);
    make_shards<Json>("a part of the exploration", [&](const Json& wanted) {
        return shard_json(shard_of_part(options, scenario, part_of(wanted.at("part"))));
    });
    return success;
}

int explore_assembly(const ExploreOptionsOfUser& options) {
    SearchWatch watch(options);
    // Interrupts are only recorded: the parent process decides when an interrupt ends the search.
    note_interrupts();
    const Scenario scenario = scenario_to_explore(options);
    Assembly assembly({.reduction = reduction_of(options),
                       .limit = options.limit,
                       .shard_size = options.shard_size,
                       .stop_at_failure = options.first});
    const double guessed = executions_guessed(options, scenario, watch);
    const auto add = [&](const Json& shard) {
        if (shard.contains("interrupt")) assembly.give_up(EndedBy::interrupt);
        else assembly.add(shard.at("key").get<std::string>(), shard_of(shard));
    };
    const auto list = [&](std::size_t max) {
        const auto ended = watch.look(assembly.made(), assembly.fraction_done(), guessed);
        if (ended == EndedBy::time_limit) assembly.give_up(EndedBy::time_limit);
        std::vector<Json> parts;
        for (const Wanted& one : assembly.wanted(max)) {
            parts.push_back({{"key", one.key}, {"guessed", one.guessed}, {"part", part_json(one.part)}});
        }
        return parts;
    };
    const bool complete =
        assemble<Json>("the result of a shard of the search, or the number of shards to request", add, list);
    watch.clear();
    if (!complete) return bad_input;  // the process that ended early has reported the reason
    return report_exploration(options, scenario, assembly.found(), assembly.words(),
                              {watch.elapsed_s(), assembly.cpu_s()});
}

}  // namespace rmasim::sim
