#include "sim/scenario/read/parse.h"

#include "sim/scenario/families/family.h"
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/json/positions.h"
#include "sim/scenario/model/described_settings.h"
#include "sim/scenario/model/polling_settings.h"
#include "sim/scenario/read/known_locations.h"
#include "sim/scenario/read/old_names.h"
#include "sim/scenario/read/parse_parts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace rmasim::sim {

namespace {

std::vector<std::string> parse_schedule(const JsonValue& steps) {
    std::vector<std::string> schedule;
    for (const JsonValue& step : steps.items(limits::max_steps)) {
        schedule.push_back(step.text(limits::max_step_length, 1));
    }
    return schedule;
}

// The contents of a file. Raises BadInput if the contents are too large, because a device or a pipe may be infinite.
std::string contents(std::istream& file, const std::string& path) {
    constexpr std::size_t block_bytes = 65'536;
    std::string text;
    std::array<char, block_bytes> block;
    while (file.read(block.data(), block_bytes), file.gcount() > 0) {
        if (text.size() + static_cast<std::size_t>(file.gcount()) > limits::max_file_bytes) {
            throw BadInput(path, fmt::format("more than {} bytes", limits::max_file_bytes), "a smaller file");
        }
        text.append(block.data(), static_cast<std::size_t>(file.gcount()));
    }
    return text;
}

void parse_agent(const JsonValue& value, Scenario& scenario) {
    AgentSettings& agent = scenario.agent;
    read_settings(value, agent);
    if (scenario.progress != Progress::agent)
        value.fail("no \"agent\" with progress \"calls\", under which ranks have no agent");
    if (agent.kind == AgentKind::process && !scenario.family->traits.agent_may_be_process) {
        throw BadInput("agent.kind", "\"process\"",
                       fmt::format("\"thread\" or \"signal\", because family {} does not define which data another "
                                   "process can access in shared memory",
                                   scenario.family->name()));
    }
    if (agent.kind == AgentKind::signal && agent.interval_ns > 0 && agent.wake_ns >= agent.interval_ns) {
        throw BadInput("agent.wake_ns", std::to_string(agent.wake_ns),
                       "less than interval_ns, because otherwise the signals leave no time to compute");
    }
}

// Raises BadInput for a window that exists only on some ranks, unless the family supports such windows.
void check_window_ranks(const Scenario& scenario) {
    const std::string_view reason = scenario.family->unsupported_reason(CallFeature::part_of_ranks);
    for (const WindowSettings& window : scenario.windows) {
        if (reason.empty() || window.ranks == 0 || window.ranks == scenario.ranks) continue;
        throw BadInput("windows." + window.name + ".ranks", std::to_string(window.ranks),
                       fmt::format("{} with family {}: {}", scenario.ranks, scenario.family->name(), reason));
    }
}

void parse_propagation(const JsonObject& root, Scenario& scenario) {
    const auto propagation = root.find("propagation");
    if (!propagation) return;
    scenario.propagation = propagation->one_of(propagations);
    if (!can_choose(scenario.semantics, scenario.propagation)) propagation->fail(std::string(propagation_needs));
}

// A part of the scenario in which expressions may use these names: the parameters, rank and size, `group` and `groups`,
// and those of communicators.
JsonValue in_group(const JsonValue& part, const JsonObject& root, const Scenario& scenario) {
    return root.has("groups") || root.has("communicators") ? part.within(scenario.scope) : part;
}

// Reads the family and its settings, some of which depend on the platform. Returns false if the scenario names an
// unknown family.
bool parse_family(const JsonObject& root, Scenario& scenario, Complaints& complaints) {
    choose_family(default_family(), scenario);
    const auto protocol = root.find("protocol");
    if (!protocol) return true;
    if (!complaints.attempt([&] { choose_family(*protocol, scenario); })) return false;
    complaints.attempt([&] { parse_protocol(*protocol, scenario); });
    return true;
}

// Reads the members on which programs, faults and expectations depend, such as ranks, windows and family. Returns false
// if an error makes it impossible to read the other members. A window with an error gets the maximum size, so that it
// causes no further errors.
bool parse_machine(const JsonObject& root, const std::string& base_directory, std::int64_t group, Scenario& scenario,
                   Complaints& complaints) {
    complaints.attempt([&] {
        if (const auto schema = root.find("$schema")) schema->text(limits::max_path_length);
    });
    complaints.attempt([&] { scenario.name = root.at("name").text(limits::max_name_length, 1); });
    complaints.attempt([&] {
        if (const auto about = root.find("about")) scenario.about = about->text(limits::max_about_length);
    });
    const bool ranks_known =
        complaints.attempt([&] { scenario.ranks = static_cast<Rank>(root.at("ranks").integer(limits::ranks)); });
    complaints.attempt([&] {
        if (const auto groups = root.find("groups")) parse_groups(*groups, group, scenario);
    });
    complaints.attempt([&] { root.read("seed", scenario.seed, limits::seed); });
    complaints.attempt([&] { root.read("data", scenario.data); });
    complaints.attempt([&] {
        if (const auto semantics = root.find("semantics")) scenario.semantics = semantics->one_of(memory_models);
    });
    complaints.attempt([&] { parse_propagation(root, scenario); });
    complaints.attempt([&] {
        if (const auto progress = root.find("progress")) scenario.progress = progress->one_of(progresses);
    });
    if (!ranks_known) return false;
    complaints.attempt([&] {
        if (const auto platform = root.find("platform")) {
            scenario.platform = parse_platform(*platform, scenario.ranks, base_directory);
        }
    });
    complaints.attempt([&] {
        if (const auto costs = root.find("costs")) read_settings(*costs, scenario.costs);
    });
    complaints.attempt([&] {
        PollingSettings checked;  // only MPI programs poll: exec reads the setting again
        if (const auto polling = root.find("polling")) read_settings(*polling, checked);
    });
    const bool family_known = parse_family(root, scenario, complaints);
    const bool communicators_known = complaints.attempt([&] {
        if (const auto communicators = root.find("communicators")) parse_communicators(*communicators, scenario);
    });
    const bool operators_known = complaints.attempt([&] {
        if (const auto operators = root.find("operators")) {
            scenario.operators = parse_operators(*operators, scenario.scope);
        }
    });
    if (!communicators_known || !operators_known) return false;
    const bool buffers_known = complaints.attempt([&] {
        if (const auto buffers = root.find("buffers")) {
            scenario.buffers = parse_buffers(in_group(*buffers, root, scenario), scenario.ranks);
        }
    });
    complaints.attempt([&] { parse_windows(in_group(root.at("windows"), root, scenario), scenario); });
    if (!complaints.any()) {
        complaints.attempt([&] {
            if (const auto agent = root.find("agent")) parse_agent(*agent, scenario);
            check_window_ranks(scenario);
            scenario.family->settings.check(scenario);
        });
    }
    return family_known && buffers_known && !scenario.windows.empty();
}

}  // namespace

Json read_scenario_file(const std::string& path) {
    std::error_code unknown;
    // The test is necessary because a directory can be opened as a file, and then has no contents.
    if (std::filesystem::is_directory(path, unknown)) throw BadInput(path, "a directory", "a scenario file");
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file && errno == ENOENT) throw BadInput(path, "no such file", "a scenario file");
    if (!file) {
        throw BadInput(path, fmt::format("a file that cannot be read ({})", std::strerror(errno)), "a scenario file");
    }
    Json json = parse_json(contents(file, path));
    replace_old_names(json);
    return json;
}

void add_positions_in_file(BadInput& error, const std::string& path) {
    std::error_code unreadable;
    if (!std::filesystem::is_regular_file(path, unreadable)) return;  // a pipe cannot be read again
    std::ifstream file(path, std::ios::binary);
    const std::string text = contents(file, path);
    if (Json::accept(text)) add_positions(error, text);
}

std::vector<std::string> parse_schedule_file(const Json& json) {
    const JsonValue whole(json, "");
    return parse_schedule(json.is_array() ? whole : whole.member("schedule"));
}

PollingSettings polling_of(const Json& scenario) {
    PollingSettings settings;
    const JsonObject root(JsonValue(scenario, ""));
    if (const auto polling = root.find("polling")) read_settings(*polling, settings);
    return settings;
}

namespace {

constexpr std::array<std::string_view, 25> keys_of_scenarios{
    "$schema",   "name",        "about",    "variants", "params",   "ranks",    "groups",   "seed",    "data",
    "semantics", "propagation", "progress", "agent",    "platform", "costs",    "protocol", "polling", "communicators",
    "operators", "windows",     "buffers",  "programs", "faults",   "schedule", "expect"};

Scenario read_scenario(const Json& json, const std::string& base_directory, std::int64_t group) {
    Scenario scenario;
    const JsonValue whole(json, "");
    const Scope params = parse_params(whole);
    scenario.scope = params;
    // If the scenario has no parameters, a string is never a number, and error messages do not mention expressions.
    const bool with_params = params.names.size() > Scope{}.names.size();
    const JsonObject root(with_params ? whole.within(params) : whole);
    Complaints complaints;
    complaints.attempt([&] { (void)JsonObject(root.value(), keys_of_scenarios); });
    complaints.attempt([&] {
        if (const auto variants = root.find("variants")) parse_variants(*variants);
    });
    if (!parse_machine(root, base_directory, group, scenario, complaints)) complaints.raise_any();
    if (const auto programs = json.find("programs"); programs != json.end()) note_group_changes(*programs, scenario);
    const auto in_this = [&](const JsonValue& part) { return in_group(part, root, scenario); };
    complaints.attempt([&] { parse_programs(in_this(root.at("programs")), scenario); });
    complaints.attempt([&] {
        if (const auto schedule = root.find("schedule")) scenario.schedule = parse_schedule(*schedule);
    });
    complaints.attempt([&] {
        if (const auto faults = root.find("faults")) scenario.faults = parse_faults(in_this(*faults), scenario);
    });
    complaints.attempt([&] {
        if (const auto expect = root.find("expect")) scenario.expect = parse_expectations(in_this(*expect), scenario);
    });
    complaints.raise_any();
    scenario.family->settings.check_programs(scenario);
    check_groups(scenario);
    return scenario;
}

}  // namespace

Scenario parse_scenario(const Json& json, const std::string& base_directory, std::int64_t group) {
    try {
        if (!has_old_names(json)) return read_scenario(json, base_directory, group);
        Json renamed = json;
        replace_old_names(renamed);
        return read_scenario(renamed, base_directory, group);
    } catch (BadInput& error) {
        name_known_locations(error);
        throw;
    }
}

}  // namespace rmasim::sim
