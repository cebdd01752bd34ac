// rmasim explore FILE: executes every interleaving of a small scenario.
#include "sim/frontend/cli/explore.h"

#include "sim/frontend/cli/exit_code.h"
#include "sim/frontend/cli/exploration_json.h"
#include "sim/frontend/cli/exploration_text.h"
#include "sim/frontend/cli/grouped.h"
#include "sim/frontend/cli/interrupt.h"
#include "sim/frontend/cli/load.h"
#include "sim/frontend/cli/memory.h"
#include "sim/frontend/cli/schedule_file.h"
#include "sim/frontend/cli/search_watch.h"
#include "sim/frontend/cli/shell_command.h"
#include "sim/frontend/cli/source_locations.h"
#include "sim/frontend/output/output_file.h"
#include "sim/frontend/output/print.h"
#include "sim/frontend/output/same_file.h"
#include "sim/scenario/json/errors.h"
#include "sim/untimed/explore/explorer.h"
#include "sim/untimed/explore/replay.h"
#include "sim/untimed/explore/witness.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>
#include <filesystem>

namespace rmasim::sim {

namespace {

// The path of an output file. The function replaces characters in the scenario's name that could lead out of the
// folder.
std::string path_of(const std::string& folder, const Scenario& scenario, const std::string& what) {
    std::string name = scenario.variant.empty() ? scenario.name : scenario.name + '.' + scenario.variant;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '/' || static_cast<unsigned char>(c) < ' '; }, '-');
    return (std::filesystem::path(folder) / fmt::format("{}.{}.json", name, what)).string();
}

// The name of the schedule of a failure: "failing", "failing-2".
std::string name_of_failing(std::uint64_t number) {
    return number == 1 ? "failing" : fmt::format("failing-{}", number);
}

// Raises BadInput if the program cannot write an output. The check precedes the exploration, because the exploration
// may take hours.
void check_outputs(const ExploreOptionsOfUser& options, const Scenario& scenario) {
    if (options.out.empty()) return;
    require_folder("--out", options.out);
    std::vector<NamedFile> outputs;
    for (const char* const what : {"fewest-messages", "most-messages"})
        outputs.push_back({"--out", path_of(options.out, scenario, what)});
    for (std::uint64_t number = 1; number <= max_described; ++number) {
        outputs.push_back({"--out", path_of(options.out, scenario, name_of_failing(number))});
        outputs.push_back({"--out", path_of(options.out, scenario, fmt::format("end-{}", number))});
    }
    refuse_overwriting(inputs_of(options.file, options.changes, scenario), outputs);
}

// Writes the files of --out. They are schedules that `run` can replay.
void write_orders(const ExploreOptionsOfUser& options, const Scenario& scenario, const Exploration& found,
                  const ExplorationWords& words) {
    const auto write = [&](const std::string& name, const std::string& what, const std::vector<std::string>& steps) {
        write_schedule("--out", path_of(options.out, scenario, name), scenario.title(), what, steps);
    };
    if (options.out.empty()) return;
    make_folder("--out", options.out);
    for (const FailureWords& one : words.failures) write(name_of_failing(one.number), one.title(), one.order);
    if (found.ends.empty()) return;
    write("fewest-messages", counted(found.messages.min, "message"), words.orders.min_messages);
    write("most-messages", counted(found.messages.max, "message"), words.orders.max_messages);
    if (found.ends.size() == 1) return;
    for (const auto& [digest, end] : ends_in_order(found)) {
        if (end->number > max_described) break;
        write(fmt::format("end-{}", end->number), fmt::format("end state {}: {:016x}", end->number, digest),
              words.orders.ends.at(digest));
    }
}

std::string replay_of(const ExploreOptionsOfUser& options, const std::string& path) {
    return shell_command("run", options.file, options.changes, options.semantics, options.propagation) +
           " --schedule " + shell_word(path);
}

// The command that repeats this search and writes the orders to files.
std::string with_orders(const ExploreOptionsOfUser& options) {
    std::string command =
        shell_command("explore", options.file, options.changes, options.semantics, options.propagation);
    if (options.limit != ExploreOptionsOfUser().limit) command += fmt::format(" --limit {}", options.limit);
    if (options.reduction != ExploreOptionsOfUser().reduction) command += " --reduction " + options.reduction;
    if (options.first) command += " --first";
    return command + " --out orders";
}

// Prints the commands that replay the orders. The user can paste them into a shell.
void say_how_to_replay(const ExploreOptionsOfUser& options, const Scenario& scenario, const Exploration& found,
                       const ExplorationWords& words) {
    const auto path = [&](const std::string& what) { return path_of(options.out, scenario, what); };
    if (options.out.empty()) {
        if (!words.failures.empty()) {
            complain_line("--out DIR writes the {} to {} for replay:", noun(words.failures.size(), "order"),
                          words.failures.size() == 1 ? "a file" : "files");
            complain_line("  {}", with_orders(options));
        }
        return;
    }
    for (const FailureWords& one : words.failures) {
        const std::string which = words.failures.size() == 1 ? "it" : fmt::format("failure {}", one.number);
        complain_line("To replay {}: {}", which, replay_of(options, path(name_of_failing(one.number))));
    }
    if (found.ends.size() > 1) complain_line("To replay an end state: {}", replay_of(options, path("end-1")));
}

// The exit code of the search: that of the gravest kind that the scenario does not expect.
int exit_code_of(const Scenario& scenario, const Exploration& found) {
    for (const auto& [key, one] : found.failures) {
        if (const ExitCode code = exit_code_of(scenario, key.first); code != success) return code;
    }
    if (!found.failures.empty()) return success;
    const bool to_finish = scenario.expect.outcome.value_or("finished") == "finished";
    return to_finish || !found.exhausted() ? success : expectation_failed;
}

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
    choose_model(scenario, options.semantics);
    choose_propagation(scenario, options.propagation);
    check_outputs(options, scenario);
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
                      {.reduction = reduction_of(options), .limit = options.limit, .stop_at_failure = options.first});
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
    say_how_to_replay(options, scenario, found, words);
    return exit_code;
}

}  // namespace rmasim::sim
