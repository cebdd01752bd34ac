#include "tests/sequences/harness/world_settings.h"

#include "sim/scenario/families/family.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/program/ranks.h"
#include "tests/sequences/harness/bad_sequence.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace rmasim::seq {

namespace {

using sim::Json;

bool are_numbers(const sim::SettingList& settings) {
    return std::all_of(settings.begin(), settings.end(), [](const sim::DescribedSetting& setting) {
        return std::holds_alternative<std::int64_t>(setting.value);
    });
}

// Reads numbers such as "2/8".
Json numbers_in(const std::string& text, const sim::SettingList& members) {
    Json numbers = Json::object();
    std::istringstream parts(text);
    std::string part;
    for (const sim::DescribedSetting& member : members) {
        if (!std::getline(parts, part, '/')) throw BadSequence("'" + text + "' lacks a number, as in 2/8");
        numbers[std::string(member.key)] = number_in(part);
    }
    return numbers;
}

// Reads names such as "sum,no_op".
Json names_in(const std::string& text) {
    Json names = Json::array();
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) names.push_back(part);
    return names;
}

Json value_in(const std::string& text, const sim::DescribedSetting& setting) {
    if (const auto* const members = std::get_if<sim::SettingList>(&setting.value)) return numbers_in(text, *members);
    if (std::holds_alternative<sim::DescribedSetting::Names>(setting.value)) return names_in(text);
    if (!setting.choices.empty()) return text;
    if (!std::holds_alternative<bool>(setting.value)) return number_in(text);
    if (text != "on" && text != "off")
        throw BadSequence(std::string(setting.key) + " is on or off, not '" + text + "'");
    return text == "on";
}

// Returns a family's settings in the line, in the form of a scenario: `slots=2`, `piggyback=off`, `cleanup=flush`. A
// group of numbers is written as `op_pool=2/8`. The members of any other group are written with their own keys.
Json settings_in(Arguments& arguments, const sim::SettingList& settings) {
    Json json = Json::object();
    for (const sim::DescribedSetting& setting : settings) {
        const std::string key(setting.key);
        const auto* const members = std::get_if<sim::SettingList>(&setting.value);
        if (members != nullptr && !are_numbers(*members)) {
            json[key] = settings_in(arguments, *members);
        } else if (const auto text = arguments.take_setting(key)) {
            json[key] = value_in(*text, setting);
        }
    }
    return json;
}

// Returns true for `yes`, which is the default, and false for `no`.
bool one_of(Arguments& arguments, const std::string& key, const std::string& yes, const std::string& no) {
    const std::string value = arguments.take_setting(key).value_or(yes);
    if (value != yes && value != no) throw BadSequence(key + " is " + yes + " or " + no + ", not '" + value + "'");
    return value == yes;
}

void take_protocol(Arguments& arguments, sim::Scenario& scenario) {
    const std::string name = arguments.take_setting("family").value_or("");
    const std::vector<std::string> names = sim::family_names();
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        throw BadSequence("family is one of those in sim/scenario/families, not '" + name + "'");
    }
    const sim::Family& family = sim::family_named(name);
    const Json settings = settings_in(arguments, family.settings.list(*family.settings.defaults()));
    scenario.family = &family;
    try {
        scenario.protocol = family.settings.read(sim::JsonValue(settings, "world"));
    } catch (const sim::BadInput& bad) {
        throw BadSequence(bad.what());
    }
}

// Reads a window's own settings: `w1.slots=2`, `w1.op_pool=1`, `w1.target_pool=0`.
void take_sizes_of_windows(Arguments& arguments, sim::Scenario& scenario) {
    for (WindowId id = 0; id < scenario.windows.size(); ++id) {
        const std::string& name = scenario.windows[id].name;
        Json own = Json::object();
        if (const auto slots = arguments.take_setting(name + ".slots")) own["slots"] = number_in(*slots);
        for (const char* pool : {"op_pool", "target_pool"}) {
            if (const auto local = arguments.take_setting(name + '.' + pool)) own[pool]["local"] = number_in(*local);
        }
        if (own.empty()) continue;
        try {
            const sim::JsonValue value(own, name);
            scenario.protocol = read_settings_of_window(*scenario.family, *scenario.protocol, id, value);
        } catch (const sim::BadInput& bad) {
            throw BadSequence(bad.what());
        }
    }
}

// Reads an integer, or an expression in rank and size without blanks: `unit=4`, `bytes=64*rank`.
sim::PerRank per_rank_in(Arguments& arguments, const std::string& key, std::int64_t usual, Rank ranks) {
    const auto text = arguments.take_setting(key);
    const bool number = !text || text->find_first_not_of("0123456789") == std::string::npos;
    const Json json = number ? Json(text ? number_in(*text) : usual) : Json(*text);
    sim::RankReader reader(ranks);
    try {
        return sim::read_per_rank(sim::JsonValue(json, key), sim::limits::window_bytes, reader);
    } catch (const sim::BadInput& bad) {
        throw BadSequence(bad.what());
    }
}

// Reads the ranks of each communicator of a name, by communicator rank: `row=0,1/3,2`. Other ranks are in none.
std::vector<std::vector<Rank>> communicators_in(const std::string& text, Rank ranks) {
    std::vector<std::vector<Rank>> groups;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, '/');) {
        groups.emplace_back();
        std::istringstream members(part);
        for (std::string member; std::getline(members, member, ',');) {
            groups.back().push_back(static_cast<Rank>(number_in(member)));
            if (groups.back().back() >= ranks) throw BadSequence("there is no rank " + member);
        }
    }
    return groups;
}

void take_communicators(Arguments& arguments, sim::Scenario& scenario) {
    std::vector<sim::Split> splits;
    for (const char* const name : {"row", "column"}) {
        const auto text = arguments.take_setting(name);
        if (text) splits.emplace_back(name, scenario.ranks, communicators_in(*text, scenario.ranks));
    }
    if (splits.empty()) return;
    const auto table = std::make_shared<sim::CommunicatorTable>(splits.size());
    for (std::size_t name = 0; name < splits.size(); ++name) table->set(name, std::move(splits[name]));
    scenario.communicators = table;
}

// Reads `w1.comm=row`: each row has a window of its own.
void take_communicators_of_windows(Arguments& arguments, sim::Scenario& scenario) {
    std::vector<sim::CommunicatorTable::WindowComm> comms;
    for (sim::WindowSettings& window : scenario.windows) {
        const auto name = arguments.take_setting(window.name + ".comm");
        if (name) window.comm = communicator_named(*name, scenario);
        comms.push_back({window.comm, window.shared});
    }
    if (!scenario.has_window_comms()) return;
    scenario.communicators->set_windows(comms, static_cast<Rank>(scenario.platform.ranks_per_node));
}

// Returns threads without programs: the commands of the sequence make their calls.
std::vector<sim::Program> threads() {
    constexpr std::size_t threads_of_a_rank = 4;
    sim::Program program;
    program.variables = sim::first_own_slot + handles_of_a_thread;
    return std::vector<sim::Program>(threads_of_a_rank, program);
}

}  // namespace

WindowId communicator_named(const std::string& name, const sim::Scenario& scenario) {
    for (std::size_t i = 0; scenario.communicators && i < scenario.communicators->size(); ++i) {
        if (scenario.communicators->split(i).name() == name) return sim::CommunicatorTable::number_of(i);
    }
    throw BadSequence("the world has no communicator '" + name + "'");
}

sim::Scenario scenario_in(Arguments& arguments) {
    sim::Scenario scenario;
    scenario.ranks = static_cast<Rank>(arguments.take_setting("ranks", std::int64_t{2}));
    take_protocol(arguments, scenario);
    take_communicators(arguments, scenario);
    const auto windows = arguments.take_setting("windows", std::int64_t{1});
    const sim::PerRank bytes = per_rank_in(arguments, "bytes", 4096, scenario.ranks);
    const sim::PerRank unit = per_rank_in(arguments, "unit", 1, scenario.ranks);
    const bool from_the_start = one_of(arguments, "exist", "start", "call");
    const auto node =
        arguments.take_setting("node", std::int64_t{scenario.family->traits.shares_one_node ? scenario.ranks : 1});
    if (scenario.ranks < 1 || windows < 1 || node < 1 || unit.min() < 1) {
        throw BadSequence("ranks, windows, node and unit are at least 1");
    }
    const auto members = arguments.take_setting("members", std::int64_t{0});  // 0: all ranks
    const bool alloc_mem = one_of(arguments, "memory", "shared", "private");
    for (std::int64_t id = 0; id < windows; ++id) {
        sim::WindowSettings& window = scenario.windows.emplace_back();
        window = {"w" + std::to_string(id), bytes, node > 1, unit, !from_the_start};
        window.alloc_mem = alloc_mem;
        window.ranks = static_cast<Rank>(members);
    }
    take_sizes_of_windows(arguments, scenario);
    scenario.platform.ranks_per_node = node;
    take_communicators_of_windows(arguments, scenario);
    scenario.platform.memory.order = sim::MemoryOrder::sc;
    scenario.platform.memory.coherent = one_of(arguments, "caches", "coherent", "private");
    scenario.platform.network.reorder_ns = one_of(arguments, "transport", "ordered", "unordered") ? 0 : 1;
    scenario.progress = one_of(arguments, "progress", "agent", "calls") ? sim::Progress::agent : sim::Progress::calls;
    const bool process = !one_of(arguments, "agent", "thread", "process");
    if (process) scenario.agent.kind = sim::AgentKind::process;
    scenario.programs = {threads()};
    scenario.program_of_rank.assign(static_cast<std::size_t>(scenario.ranks), 0);
    return scenario;
}

}  // namespace rmasim::seq
