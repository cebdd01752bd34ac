// rmasim explore FILE: executes every interleaving of a small scenario.
#include "sim/frontend/cli/explore/explore.h"

#include "sim/frontend/cli/explore/exploration_json.h"
#include "sim/frontend/cli/explore/exploration_text.h"
#include "sim/frontend/cli/explore/failure_exit_code.h"
#include "sim/frontend/cli/explore/order_files.h"
#include "sim/frontend/cli/explore/search_watch.h"
#include "sim/frontend/cli/input/load.h"
#include "sim/frontend/cli/input/source_locations.h"
#include "sim/frontend/cli/process/interrupt.h"
#include "sim/frontend/cli/process/memory.h"
#include "sim/frontend/output/print.h"
#include "sim/scenario/json/errors.h"
#include "sim/untimed/explore/explorer.h"
#include "sim/untimed/explore/replay.h"
#include "sim/untimed/explore/witness.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>

namespace rmasim::sim {

namespace {

// Removes the expected outcome and numbers of messages if the settings have changed. Expectations of memory remain. If
// all changes are of expectations themselves, these expectations hold.
void drop_expected_counts(const Changes& changes, Expectations& expect) {
    const auto is_expected = [](const std::string& setting) { return setting.starts_with("expect"); };
    if (changes.patches.empty() && std::ranges::all_of(changes.settings, is_expected)) return;
    expect.outcome.reset();
    expect.messages_total.reset();
    expect.messages_bytes.reset();
    expect.by_kind.reset();
    expect.by_kind_alternatives.clear();
}

}  // namespace

Scenario scenario_to_explore(const ExploreOptionsOfUser& options) {
    Scenario scenario = load_scenario(options.file, options.changes);
    if (scenario.groups > 1) {
        throw BadInput("groups", std::to_string(scenario.groups),
                       "1 for explore; --set groups=1 explores the first group");
    }
    drop_expected_counts(options.changes, scenario.expect);
    if (options.calm && !scenario.faults.losses.empty())
        throw BadInput("--calm", "a scenario that loses packets", "scenarios without lost packets, which are counted");
    choose_model(scenario, options.semantics);
    choose_propagation(scenario, options.propagation);
    check_order_files(options, scenario);
    now_making(fmt::format("an exploration of {}", size_of(scenario)));
    return scenario;
}

Reduction reduction_of(const ExploreOptionsOfUser& options) {
    return options.reduction == "none" ? Reduction::none : Reduction::dynamic;
}

int explore_command(const ExploreOptionsOfUser& options) {
    if (options.role == Role::shards) return explore_shards(options);
    if (options.role == Role::assembly) return explore_assembly(options);
    SearchWatch watch(options);
    const Scenario scenario = scenario_to_explore(options);
    Explorer explorer(scenario,
                      {.reduction = reduction_of(options),
                       .limit = options.limit,
                       .stop_at_failure = options.first,
                       .calm = options.calm});
    explorer.on_progress = [&](const Exploration& found, double done) {
        return watch.look(found, done, explorer.executions_guessed());
    };
    note_interrupts();
    const std::clock_t cpu_began = std::clock();
    Exploration found = explorer.explore();
    const double cpu_s = static_cast<double>(std::clock() - cpu_began) / CLOCKS_PER_SEC;
    watch.clear();
    const bool is_interrupted = found.ended_by == EndedBy::interrupt;
    OrderWords orders = orders_in_words(scenario, found);
    const int exit_code =
        report_exploration(options, scenario, std::move(found), std::move(orders), {watch.elapsed_s(), cpu_s});
    flush_output();
    if (is_interrupted) end_if_interrupted();
    return exit_code;
}

int report_exploration(const ExploreOptionsOfUser& options, const Scenario& scenario, Exploration found,
                       OrderWords orders, const Effort& effort) {
    found.calm = options.calm;
    if (found.calm) confirm_failures(scenario, found, orders);
    add_witnesses(found, scenario);
    const ExplorationWords words = words_of(scenario, found, std::move(orders));
    const int exit_code = exit_code_of(scenario, found);
    write_orders(options, scenario, found, words);
    if (options.format == "json") {
        print(exploration_json(scenario, found, words, effort).dump(2) + '\n');
    } else {
        print(exploration_text(scenario, found, words, reduction_of(options), options.explain));
    }
    if (!words.failures.empty()) {
        complain(SourceLocations(options.file, options.changes).located(failure_report(scenario, found, words)));
    }
    explain_replay(options, scenario, found, words);
    return exit_code;
}

}  // namespace rmasim::sim
