// rmasim families [NAME...]: prints the protocol families. The output has their calls, settings and packets, and the
// reasons why packets are sent.
#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/output/print.h"
#include "sim/scenario/families/family.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace rmasim::sim {

namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string_view> calls_of(const Family& family) {
    std::vector<std::string_view> names;
    family.calls().for_each([&names](Call call) { names.push_back(description_of(call).name); });
    return names;
}

std::string_view name_of(PacketClass of) {
    constexpr std::array<std::string_view, 3> names{"request", "reply", "group"};
    return names[static_cast<std::size_t>(of)];
}

// The paths of settings. The argument is a list that is separated by spaces: "a.b c".
Json paths_of(std::string_view settings) {
    Json paths = Json::array();
    while (!settings.empty()) {
        const std::size_t end = std::min(settings.find(' '), settings.size());
        paths.push_back("protocol." + std::string(settings.substr(0, end)));
        settings.remove_prefix(std::min(end + 1, settings.size()));
    }
    return paths;
}

// Adds the purpose and the reasons of a packet kind or a flag.
template <class Part>
void add_reasons(Json& to, std::span<const Reason<Part>> reasons, Part part) {
    Json list = Json::array();
    for (const Reason<Part>& reason : reasons) {
        if (reason.part != part) continue;
        to["purpose"] = name_of(reason.purpose);
        list.push_back({{"clause", reason.clause}, {"settings", paths_of(reason.settings)}, {"why", reason.why}});
    }
    to["reasons"] = std::move(list);
}

Json kinds_json(const Family& family) {
    Json kinds = Json::object();
    for (const KindEntry& entry : family.packets().kinds()) {
        Json& kind = kinds[std::string(entry.name)] = {{"class", name_of(entry.of)}, {"words", entry.words}};
        add_reasons(kind, family.reasons().kinds, entry.kind);
    }
    return kinds;
}

Json flags_json(const Family& family) {
    Json flags = Json::object();
    for (const FlagEntry& entry : family.packets().flags()) {
        Json& flag = flags[std::string(entry.name)] = {{"words", entry.words}};
        add_reasons(flag, family.reasons().flags, entry.flag);
    }
    return flags;
}

Json absent_json(const Family& family) {
    Json absent = Json::object();
    for (const Absence& one : family.reasons().absent) {
        absent[std::string(one.name)].push_back({{"clause", one.clause}, {"why", one.why}});
    }
    return absent;
}

Json states_json(const Family& family) {
    Json states = Json::object();
    for (const StateDiagram& diagram : family.traits.states) {
        Json steps = Json::array();
        for (const StateStep& step : diagram.steps) {
            steps.push_back({{"from", step.from}, {"to", step.to}, {"clause", step.clause}, {"cause", step.cause}});
        }
        states[std::string(diagram.of)] = {{"begin", diagram.begin}, {"steps", std::move(steps)}};
    }
    return states;
}

Json family_json(const Family& family) {
    return {{"calls", calls_of(family)},     {"settings", protocol_json(family, *family.settings.defaults())},
            {"kinds", kinds_json(family)},   {"flags", flags_json(family)},
            {"absent", absent_json(family)}, {"states", states_json(family)}};
}

void add_parts(Text& text, const Json& parts, std::string_view before) {
    for (const auto& [name, part] : parts.items()) {
        text.line("  {:<20} {:<16} {}", std::string(before) + name, part["purpose"].get<std::string>(),
                  part["words"].get<std::string>());
        for (const Json& reason : part["reasons"]) {
            std::string why = reason["why"];
            for (const Json& setting : reason["settings"]) why += "; " + setting.get<std::string>();
            text.line("    {:<18} {}", reason["clause"].get<std::string>(), why);
        }
    }
}

void add_states(Text& text, const Json& states) {
    for (const auto& [of, diagram] : states.items()) {
        text.line("  states of a {}, from {} on", of, diagram["begin"].get<std::string>());
        for (const Json& step : diagram["steps"]) {
            text.line("    {:<18} {:<16} -> {:<16} {}", step["clause"].get<std::string>(),
                      step["from"].get<std::string>(), step["to"].get<std::string>(), step["cause"].get<std::string>());
        }
    }
}

std::string text_of(const Json& families) {
    Text text;
    for (const auto& [name, family] : families.items()) {
        text.line("{}", name);
        text.line("  calls: {}", fmt::join(family["calls"].get<std::vector<std::string>>(), ", "));
        add_parts(text, family["kinds"], "");
        add_parts(text, family["flags"], "+");
        for (const auto& [packet, absences] : family["absent"].items()) {
            text.line("  no {}", packet);
            for (const Json& absence : absences) {
                text.line("    {:<18} {}", absence["clause"].get<std::string>(), absence["why"].get<std::string>());
            }
        }
        add_states(text, family["states"]);
        text.line("");
    }
    return text.take();
}

}  // namespace

int families_command(const FamiliesOptions& options) {
    Json chosen = Json::object();
    for (const std::string& name : options.names.empty() ? family_names() : options.names) {
        chosen[name] = family_json(family_named(name));
    }
    if (options.format == "json") {
        print(Json{{"format", "rmasim families, 1"}, {"version", RMASIM_VERSION}, {"families", chosen}}.dump(2) + '\n');
    } else {
        print(text_of(chosen));
    }
    return success;
}

}  // namespace rmasim::sim
