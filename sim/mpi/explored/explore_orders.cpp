// Explores all orders of a program in our own host, and reports the result.
#include "sim/frontend/cli/explore/exploration_json.h"
#include "sim/frontend/cli/explore/exploration_text.h"
#include "sim/frontend/cli/explore/failure_exit_code.h"
#include "sim/frontend/cli/explore/search_watch.h"
#include "sim/frontend/cli/input/schedule_file.h"
#include "sim/frontend/cli/input/shell_command.h"
#include "sim/frontend/cli/process/interrupt.h"
#include "sim/frontend/output/output_file.h"
#include "sim/frontend/output/print.h"
#include "sim/frontend/output/unfinished.h"
#include "sim/mpi/explored/loaded_programs.h"
#include "sim/mpi/explored/swarm.h"
#include "sim/mpi/explored/untimed_programs.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ctime>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

namespace {

std::vector<std::string> transcript_of(const FailureWords& failure) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < failure.order.size(); ++i)
        lines.push_back(fmt::format("{:>4}. {}", i + 1, failure.order[i]));
    lines.push_back("");
    lines.push_back(fmt::format("the order fails here: {}", failure.title()));
    return lines;
}

// Repeats the order of each failure with the packets of barriers. Returns the orders of confirmed failures.
std::map<FailureKey, std::vector<std::string>> confirm_failures(Explorer& explorer, Exploration& found) {
    std::map<FailureKey, std::vector<std::string>> orders;
    for (auto& [key, one] : found.failures) {
        PacketOrder by_packets = explorer.by_packets(explorer.order_in_words(one.shortest.order));
        if (!by_packets.failure || by_packets.failure->kind != key.first) continue;
        one.confirmed = true;
        one.shortest.what = std::move(by_packets.failure->what);
        one.steps = by_packets.steps.size();
        orders[key] = std::move(by_packets.steps);
    }
    return orders;
}

ExplorationWords words_of(Explorer& explorer, const Exploration& found,
                          const std::map<FailureKey, std::vector<std::string>>& by_packets) {
    ExplorationWords words;
    words.orders.min_messages = explorer.order_in_words(found.min_messages);
    words.orders.max_messages = explorer.order_in_words(found.max_messages);
    for (const auto& [digest, end] : found.ends) {
        if (end.number <= max_described) words.orders.ends[digest] = explorer.order_in_words(end.order);
    }
    for (const Failures* const one : in_order(found.failures)) {
        if (words.failures.size() == max_described) break;
        FailureWords& failure = words.failures.emplace_back(found, *one, words.failures.size() + 1);
        const auto confirmed = by_packets.find({one->shortest.kind, one->shortest.cause});
        failure.order =
            confirmed == by_packets.end() ? explorer.order_in_words(one->shortest.order) : confirmed->second;
        failure.transcript = transcript_of(failure);
        words.orders.failures[{one->shortest.kind, one->shortest.cause}] = failure.order;
    }
    return words;
}

// Throws NotExplorable if a run that is repeated has another end.
void require_same_ends(Explorer& explorer, const Exploration& found) {
    for (const auto& [digest, end] : found.ends) {
        if (end.number > max_described || explorer.repeat(end.order) == digest) continue;
        throw NotExplorable(
            "found a program that behaves differently when the same order is repeated; allowed: programs into whose "
            "behaviour no clock, random device, address or file comes");
    }
}

void write_failures(const ExecOptions& options, const Scenario& scenario, const ExplorationWords& words) {
    if (options.out.empty() || words.failures.empty()) return;
    make_folder("--out", options.out);
    for (const FailureWords& one : words.failures) {
        const std::string name = one.number == 1 ? "failing" : fmt::format("failing-{}", one.number);
        const std::string path = (std::filesystem::path(options.out) / (scenario.name + "." + name + ".json")).string();
        write_schedule("--out", path, scenario.title(), one.title(), one.order);
        std::string command;
        for (const std::string& word : options.command) command += " " + shell_word(word);
        complain_line("To replay failure {}: rmasim exec --schedule {} -n {}{}", one.number, shell_word(path),
                      scenario.ranks, command);
    }
}

int explore(const ExecOptions& options, const ProgramToRun& program) {
    if (!options.out.empty()) require_folder("--out", options.out);
    Scenario scenario = scenario_to_explore(program);
    ExploreOptionsOfUser of_search;
    of_search.limit = options.swarm > 0 ? options.swarm : options.limit;
    of_search.time = options.time;
    SearchWatch watch(of_search);
    auto& programs = *new LoadedPrograms(program, scenario, true);  // see run_and_leave
    ExploreOptions how{.limit = of_search.limit, .stop_at_failure = options.first,
                       .calm = options.explore == "calm"};
    std::optional<Swarm> swarm;
    if (options.swarm > 0) {
        swarm.emplace(options.seed.value_or(1), scenario.ranks);
        how.reduction = Reduction::none;
        how.orders = &*swarm;
    }
    Explorer explorer(scenario, how, programs);
    explorer.on_progress = [&](const Exploration& found, double done) {
        return watch.look(found, done, swarm ? 0 : explorer.executions_guessed());
    };
    note_interrupts();
    const std::clock_t cpu_began = std::clock();
    Exploration found = explorer.explore();
    const double cpu_s = static_cast<double>(std::clock() - cpu_began) / CLOCKS_PER_SEC;
    watch.clear();
    require_same_ends(explorer, found);
    std::map<FailureKey, std::vector<std::string>> by_packets;
    if (found.calm) by_packets = confirm_failures(explorer, found);
    const ExplorationWords words = words_of(explorer, found, by_packets);
    if (options.format == "json") {
        print(exploration_json(scenario, found, words, {watch.elapsed_s(), cpu_s}).dump(2) + '\n');
    } else {
        print(exploration_text(scenario, found, words, how.reduction, options.explain));
    }
    if (!words.failures.empty()) complain(failure_report(scenario, found, words));
    write_failures(options, scenario, words);
    if (found.ended_by == EndedBy::interrupt) {
        flush_output();
        remove_unfinished();
        end_if_interrupted();
    }
    return exit_code_of(scenario, found);
}

}  // namespace

int explore_orders(const ExecOptions& options, const ProgramToRun& program) {
    run_and_leave(program.command.front(), [&] { return explore(options, program); });
}

}  // namespace rmasim::sim
