#include "sim/frontend/cli/explore/order_files.h"

#include "sim/frontend/cli/input/load.h"
#include "sim/frontend/cli/input/schedule_file.h"
#include "sim/frontend/cli/input/shell_command.h"
#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/output/output_file.h"
#include "sim/frontend/output/print.h"
#include "sim/frontend/output/same_file.h"
#include "sim/scenario/json/errors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace rmasim::sim {

namespace {

constexpr const char* fewest = "fewest-messages";
constexpr const char* most = "most-messages";
constexpr const char* all_orders = "all";

// The path of an output file. The function replaces characters in the scenario's name that could lead out of the
// folder.
std::string path_of(const std::string& folder, const Scenario& scenario, const std::string& what) {
    std::string name = scenario.variant.empty() ? scenario.name : scenario.name + '.' + scenario.variant;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '/' || static_cast<unsigned char>(c) < ' '; }, '-');
    return (std::filesystem::path(folder) / fmt::format("{}.{}", name, what)).string();
}

std::string schedule_path(const ExploreOptionsOfUser& options, const Scenario& scenario, const std::string& order) {
    return path_of(options.out, scenario, order + ".json");
}

std::string list_path(const ExploreOptionsOfUser& options, const Scenario& scenario) {
    return path_of(options.out, scenario, "orders.txt");
}

std::string name_of_failing(std::uint64_t number) {
    return number == 1 ? "failing" : fmt::format("failing-{}", number);
}

std::string name_of_end(std::uint64_t number) { return fmt::format("end-{}", number); }

struct NamedOrder {
    std::string name;
    std::string what;
    const std::vector<std::string>* steps;
    bool is_written;
};

// Returns all orders of an exploration that can be replayed.
std::vector<NamedOrder> orders_of(const ExploreOptionsOfUser& options, const Exploration& found,
                                  const ExplorationWords& words) {
    const std::set<std::string> wanted(options.orders.begin(), options.orders.end());
    std::vector<NamedOrder> orders;
    const auto add = [&](std::string name, std::string what, const std::vector<std::string>& steps) {
        const bool is_written = wanted.contains(name) || wanted.contains(all_orders) || name.starts_with("failing");
        orders.push_back({std::move(name), std::move(what), &steps, is_written});
    };
    for (const FailureWords& one : words.failures) add(name_of_failing(one.number), one.title(), one.order);
    if (found.ends.empty()) return orders;
    add(fewest, counted(found.messages.min, "message"), words.orders.min_messages);
    add(most, counted(found.messages.max, "message"), words.orders.max_messages);
    if (found.ends.size() == 1) return orders;
    for (const auto& [digest, end] : ends_in_order(found)) {
        if (end->number > max_described) break;
        add(name_of_end(end->number), fmt::format("end state {}: {:016x}", end->number, digest),
            words.orders.ends.at(digest));
    }
    return orders;
}

// The command that repeats this search. `orders` are the options for the files.
std::string search_command(const ExploreOptionsOfUser& options, const std::string& orders) {
    std::string command =
        shell_command("explore", options.file, options.changes, options.semantics, options.propagation);
    if (options.limit != ExploreOptionsOfUser().limit) command += fmt::format(" --limit {}", options.limit);
    if (options.reduction != ExploreOptionsOfUser().reduction) command += " --reduction " + options.reduction;
    if (options.first) command += " --first";
    return command + orders;
}

std::string replay_line(const ExploreOptionsOfUser& options, const std::string& path) {
    return shell_command("run", options.file, options.changes, options.semantics, options.propagation) +
           " --schedule " + shell_word(path);
}

std::string list_text(const ExploreOptionsOfUser& options, const Scenario& scenario,
                      const std::vector<NamedOrder>& orders) {
    Text text;
    text.line("The orders of {} that can be replayed", scenario.title());
    text.line("");
    text.line("{:<16} {:>7}   {:<8}   order", "name", "steps", "file");
    for (const NamedOrder& one : orders) {
        text.line("{:<16} {:>7}   {:<8}   {}", one.name, grouped(one.steps->size()), one.is_written ? "written" : "-",
                  one.what);
    }
    text.line("");
    text.line("To replay an order:");
    text.line("  {}", replay_line(options, schedule_path(options, scenario, orders.front().name)));
    text.line("To write the file of another one (`all` writes all):");
    text.line("  {}", search_command(
                          options, fmt::format(" --out {} --orders {}", shell_word(options.out), orders.back().name)));
    return text.take();
}

bool is_order_name(const std::string& name) {
    if (name == all_orders || name == fewest || name == most) return true;
    for (std::uint64_t number = 1; number <= max_described; ++number) {
        if (name == name_of_failing(number) || name == name_of_end(number)) return true;
    }
    return false;
}

}  // namespace

void check_order_files(const ExploreOptionsOfUser& options, const Scenario& scenario) {
    for (const std::string& name : options.orders) {
        if (options.out.empty()) throw BadInput("--orders", name, "no --orders without --out DIR");
        if (is_order_name(name)) continue;
        throw BadInput("--orders", name,
                       fmt::format("{}, {}, {} to {}, or {}", fewest, most, name_of_end(1), name_of_end(max_described),
                                   all_orders));
    }
    if (options.out.empty()) return;
    require_folder("--out", options.out);
    std::vector<NamedFile> outputs{{"--out", list_path(options, scenario)}};
    for (const char* const order : {fewest, most})
        outputs.push_back({"--out", schedule_path(options, scenario, order)});
    for (std::uint64_t number = 1; number <= max_described; ++number) {
        outputs.push_back({"--out", schedule_path(options, scenario, name_of_failing(number))});
        outputs.push_back({"--out", schedule_path(options, scenario, name_of_end(number))});
    }
    refuse_overwriting(inputs_of(options.file, options.changes, scenario), outputs);
}

void write_orders(const ExploreOptionsOfUser& options, const Scenario& scenario, const Exploration& found,
                  const ExplorationWords& words) {
    if (options.out.empty()) return;
    const std::vector<NamedOrder> orders = orders_of(options, found, words);
    make_folder("--out", options.out);
    if (orders.empty()) return;
    for (const NamedOrder& one : orders) {
        if (!one.is_written) continue;
        write_schedule("--out", schedule_path(options, scenario, one.name), scenario.title(), one.what, *one.steps);
    }
    write_whole("--out", list_path(options, scenario), list_text(options, scenario, orders));
}

void explain_replay(const ExploreOptionsOfUser& options, const Scenario& scenario, const Exploration& found,
                    const ExplorationWords& words) {
    if (options.out.empty()) {
        if (words.failures.empty()) return;
        complain_line("--out DIR writes the {} to {} for replay:", noun(words.failures.size(), "order"),
                      words.failures.size() == 1 ? "a file" : "files");
        complain_line("  {}", search_command(options, " --out orders"));
        return;
    }
    const auto explain = [&](const std::string& order, const std::string& name) {
        complain_line("To replay {}: {}", order, replay_line(options, schedule_path(options, scenario, name)));
    };
    for (const FailureWords& one : words.failures) {
        explain(words.failures.size() == 1 ? "it" : fmt::format("failure {}", one.number), name_of_failing(one.number));
    }
    const std::vector<NamedOrder> orders = orders_of(options, found, words);
    std::vector<std::string> missing = options.orders;
    bool has_end = false;  // the commands of all end states differ only in a number
    for (const NamedOrder& one : orders) {
        std::erase(missing, one.name);
        if (!one.is_written || one.name.starts_with(name_of_failing(1))) continue;
        const bool is_end = one.name != fewest && one.name != most;
        if (!is_end || !has_end) explain(is_end ? "an end state" : one.name, one.name);
        has_end = has_end || is_end;
    }
    std::erase(missing, all_orders);
    if (!missing.empty()) complain_line("There is no order {}", fmt::join(missing, ", "));
    if (!orders.empty()) complain_line("The list of all orders: {}", list_path(options, scenario));
}

}  // namespace rmasim::sim
