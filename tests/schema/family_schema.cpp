#include "tests/schema/family_schema.h"

#include "sim/scenario/families/family.h"
#include "tests/schema/schema_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>

namespace rmasim::schema {

namespace {

using sim::Family;
using sim::Json;

sim::SettingList defaults_of(const Family& family) { return family.settings.list(*family.settings.defaults()); }

// Returns true if another family has a setting of this name.
bool is_shared(const Family& family, std::string_view key) {
    const auto has_it = [key](const Family* other) {
        const sim::SettingList settings = defaults_of(*other);
        return std::any_of(settings.begin(), settings.end(), [key](const auto& one) { return one.key == key; });
    };
    const auto all = sim::families();
    return std::any_of(all.begin(), all.end(), [&](const Family* other) { return other != &family && has_it(other); });
}

// Returns the family's own schema of settings that other families also have. For a group of settings, this schema lists
// the members. For any other setting, it contains the default.
Json own_ways(const Family& family) {
    Json own = Json::object();
    for (const auto& setting : defaults_of(family)) {
        if (!is_shared(family, setting.key)) continue;
        Json& way = own[std::string(setting.key)];
        if (const auto* const members = std::get_if<sim::SettingList>(&setting.value)) {
            for (const auto& member : *members) way["propertyNames"]["enum"].push_back(member.key);
            way["default"] = sim::json_of({setting}).front();
        } else {
            way["default"] = sim::json_of({setting}).front();
        }
    }
    return own;
}

// Returns a list with one rule per family: its name, then the keys of its settings.
Json rules() {
    Json rules = Json::array();
    for (const Family* const family : sim::families()) {
        Json keys{"family"};
        for (const auto& setting : defaults_of(*family)) keys.push_back(setting.key);
        Json condition = Json::object();
        if (family != &sim::default_family()) condition["required"] = {"family"};
        condition["properties"]["family"]["const"] = family->name();
        Json then{{"propertyNames", {{"enum", std::move(keys)}}}};
        if (Json own = own_ways(*family); !own.empty()) then["properties"] = std::move(own);
        rules.push_back({{"if", std::move(condition)}, {"then", std::move(then)}});
    }
    return rules;
}

Json family_setting() {
    return {{"description", "The protocol."}, {"enum", sim::family_names()}, {"default", sim::default_family().name()}};
}

std::string_view name_of(PacketClass one) {
    switch (one) {
        case PacketClass::request: return "request";
        case PacketClass::reply: return "reply";
        case PacketClass::group: return "group";
    }
    throw std::logic_error("a class of packets without a name");
}

// Escapes a name for a regular expression.
std::string escaped(const std::string& name) {
    std::string text;
    for (const char c : name) text += c == '.' ? std::string("\\.") : std::string(1, c);
    return text;
}

Json kinds() {
    Json kinds = Json::object(), flags = Json::object();
    std::string patterns;
    for (const Family* const family : sim::families()) {
        std::string names, after;
        for (const KindEntry& kind : family->packets().kinds()) {
            const std::string name(kind.name);
            names += (names.empty() ? "" : "|") + name;
            if (!kinds.contains(name)) kinds[name] = {{"class", name_of(kind.of)}, {"words", kind.words}};
        }
        for (const FlagEntry& flag : family->packets().flags()) {
            const std::string name(flag.name);
            after += "(\\+" + escaped(name) + ")?";
            if (!flags.contains(name)) flags[name] = flag.words;
        }
        patterns += (patterns.empty() ? "((" : "|((") + names + ")" + after + ")";
    }
    return {{"description", "A packet's kind, then its flags in the fixed order, as the packet printer writes them."},
            {"type", "string"},
            {"pattern", "^(" + patterns + ")$"},
            {"kinds", std::move(kinds)},
            {"flags", std::move(flags)}};
}

// Returns `schema` with the text from the line `first` up to the line `end`, after the line `before`, replaced.
std::string with_lines(const std::string& schema, const std::string& before, const std::string& first,
                       const std::string& end, const std::string& lines) {
    const std::size_t part = schema.find('\n' + before);
    const std::size_t from = part == std::string::npos ? part : schema.find('\n' + first, part);
    const std::size_t to = from == std::string::npos ? from : schema.find('\n' + end, from + 1);
    if (to == std::string::npos) throw std::runtime_error("the schema has no " + first);
    return schema.substr(0, from + 1) + lines + "," + schema.substr(to);
}

}  // namespace

std::string with_families_renewed(const std::string& schema) {
    const std::string protocol = "    \"protocol\": {";
    std::string text =
        with_lines(schema, protocol, "      \"allOf\": ", "      \"properties\": {", member_text("allOf", rules(), 6));
    text =
        with_lines(text, protocol, "        \"family\": {", "        \"", member_text("family", family_setting(), 8));
    return with_lines(text, "  \"$defs\": {", "    \"kind\": {", "    \"", member_text("kind", kinds(), 4));
}

}  // namespace rmasim::schema
