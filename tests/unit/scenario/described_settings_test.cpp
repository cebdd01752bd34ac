// Settings are the same in the program and in the schema, and after writing and reading.
#include "sim/scenario/model/described_settings.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/families/pool_settings.h"
#include "sim/scenario/model/polling_settings.h"
#include "sim/scenario/read/parse.h"
#include "sim/untimed/profiles/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <set>

namespace rmasim::sim {
namespace {

using testing::ElementsAreArray;
using testing::IsSupersetOf;
using testing::UnorderedElementsAreArray;

Json schema() {
    const std::filesystem::path root = RMASIM_ROOT;
    return read_scenario_file((root / "scenarios" / "schema.json").string());
}

std::vector<std::string> keys_of(const SettingList& settings) {
    std::vector<std::string> keys;
    for (const DescribedSetting& setting : settings) keys.emplace_back(setting.key);
    return keys;
}

std::vector<std::string> names_in(const Json& list) { return list.get<std::vector<std::string>>(); }

// A part of the schema against settings that have their default values.
class Statement {
public:
    explicit Statement(const Json& schema) : schema_(schema) {}

    // `defaults`: those that the schema states elsewhere: for a whole object, or for one family.
    void expect(const SettingList& settings, const Json& object, const Json& defaults = Json::object()) const {
        for (const DescribedSetting& setting : settings) {
            SCOPED_TRACE(setting.key);
            const std::string key(setting.key);
            ASSERT_TRUE(object.at("properties").contains(key));
            const Json& stated = object["properties"][key];
            const Json known = defaults.contains(key) ? defaults[key] : stated.value("default", Json());
            expect_one(setting, resolved(stated), known);
        }
    }

private:
    const Json& resolved(const Json& stated) const {
        if (!stated.contains("$ref")) return stated;
        return schema_.at(Json::json_pointer(stated["$ref"].get<std::string>().substr(1)));
    }

    void expect_one(const DescribedSetting& setting, const Json& stated, const Json& known) const {
        if (const auto* const members = std::get_if<SettingList>(&setting.value)) {
            EXPECT_THAT(keys(stated.at("properties")), IsSupersetOf(keys_of(*members)));
            return expect(*members, stated, known);
        }
        EXPECT_EQ(json_of({setting}).front(), known);
        if (const auto* const bounds = std::get_if<IntegerBounds>(&setting.bounds)) {
            EXPECT_EQ(stated.at("type"), (Json{"integer", "string"}));
            EXPECT_EQ(stated.at("minimum"), bounds->min);
            EXPECT_EQ(stated.at("maximum"), bounds->max);
        } else if (const auto* const range = std::get_if<Bounds<double>>(&setting.bounds)) {
            EXPECT_EQ(stated.at("type"), (Json{"number", "string"}));
            EXPECT_EQ(stated.at("minimum"), range->min);
            EXPECT_EQ(stated.at("maximum"), range->max);
        } else if (std::holds_alternative<DescribedSetting::Names>(setting.value)) {
            EXPECT_THAT(names_in(stated.at("items").at("enum")), ElementsAreArray(setting.choices));
            EXPECT_EQ(stated.at("maxItems"), setting.choices.size());
        } else if (!setting.choices.empty()) {
            EXPECT_THAT(names_in(stated.at("enum")), ElementsAreArray(setting.choices));
        } else {
            EXPECT_EQ(stated.at("type"), "boolean");
        }
    }

    static std::vector<std::string> keys(const Json& object) {
        std::vector<std::string> keys;
        for (const auto& [key, value] : object.items()) keys.push_back(key);
        return keys;
    }

    const Json& schema_;
};

// "optimizations", "optimizations.piggyback"; of pools, which the schema defines once, only their own names.
void add_names(const SettingList& settings, const std::string& before, std::set<std::string>& names) {
    for (const DescribedSetting& setting : settings) {
        const std::string name = before + std::string(setting.key);
        names.insert(name);
        const auto* const members = std::get_if<SettingList>(&setting.value);
        if (members != nullptr && !name.ends_with("_pool")) add_names(*members, name + '.', names);
    }
}

SettingList defaults_of(const Family& family) { return family.settings.list(*family.settings.defaults()); }

TEST(SchemaOfSettings, StatesThoseOfTheMachine) {
    const Json whole = schema();
    const Json& properties = whole.at("properties");
    const auto expect_all = [&](const SettingList& settings, const Json& object) {
        EXPECT_EQ(settings.size(), object.at("properties").size());
        Statement(whole).expect(settings, object);
    };
    expect_all(settings_of(NetworkSettings{}), properties.at("platform").at("properties").at("network"));
    expect_all(settings_of(MemorySettings{}), properties.at("platform").at("properties").at("memory"));
    expect_all(settings_of(Costs{}), properties.at("costs"));
    expect_all(settings_of(AgentSettings{}), properties.at("agent"));
    expect_all(settings_of(PollingSettings{}), properties.at("polling"));
}

// They have no defaults: those of all windows hold.
TEST(SchemaOfSettings, StatesTheLimitsOfSingleWindows) {
    const Json of_window =
        schema().at("properties").at("windows").at("additionalProperties").at("properties").at("protocol");
    const auto expect_limits = [](const DescribedSetting& setting, const Json& stated) {
        const auto& bounds = std::get<IntegerBounds>(setting.bounds);
        EXPECT_EQ(stated.at("minimum"), bounds.min) << setting.key;
        EXPECT_EQ(stated.at("maximum"), bounds.max) << setting.key;
        EXPECT_FALSE(stated.contains("default"));
    };
    const SettingList settings = settings_of(WindowSizes{});
    EXPECT_EQ(settings.size(), of_window.at("properties").size());
    for (const DescribedSetting& setting : settings) {
        const Json& stated = of_window.at("properties").at(std::string(setting.key));
        const auto* const members = std::get_if<SettingList>(&setting.value);
        if (members == nullptr) {
            expect_limits(setting, stated);
            continue;
        }
        EXPECT_EQ(members->size(), stated.at("properties").size());
        for (const DescribedSetting& one : *members)
            expect_limits(one, stated.at("properties").at(std::string(one.key)));
    }
}

TEST(SchemaOfSettings, StatesThoseOfEveryFamily) {
    const Json whole = schema();
    const Json& protocol = whole.at("properties").at("protocol");
    std::set<std::string> known{"family"};
    for (std::size_t i = 0; i < families().size(); ++i) {
        const Family& family = *families()[i];
        SCOPED_TRACE(family.name());
        const SettingList settings = defaults_of(family);
        // A default that differs between families is in the family's rule.
        Json own = Json::object();
        const Json ways = protocol.at("allOf").at(i).at("then").value("properties", Json::object());
        for (const auto& [key, way] : ways.items()) {
            if (way.contains("default")) own[key] = way["default"];
        }
        Statement(whole).expect(settings, protocol, own);
        add_names(settings, "", known);
    }
    std::set<std::string> stated;
    for (const auto& [key, value] : protocol.at("properties").items()) {
        stated.insert(key);
        if (value.contains("$ref")) continue;
        const Json members = value.value("properties", Json::object());
        for (const auto& [member, of_group] : members.items()) stated.insert(key + '.' + member);
    }
    EXPECT_EQ(stated, known);
}

// One schema rule per family: its keys.
TEST(SchemaOfSettings, KnowsWhichFamilyHasWhich) {
    const Json protocol = schema().at("properties").at("protocol");
    const Json& rules = protocol.at("allOf");
    ASSERT_EQ(rules.size(), families().size());
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const Family& family = *families()[i];
        EXPECT_EQ(rules[i].at("if").at("properties").at("family").at("const"), family.name());
        EXPECT_EQ(rules[i].at("if").contains("required"), &family != &default_family());
        std::vector<std::string> keys = keys_of(defaults_of(family));
        keys.insert(keys.begin(), "family");
        EXPECT_THAT(names_in(rules[i].at("then").at("propertyNames").at("enum")), ElementsAreArray(keys));
        EXPECT_EQ(protocol.at("properties").at("family").at("enum").at(i), family.name());
    }
}

// Settings of the family that all differ from the default, as random programs generate them.
std::shared_ptr<const ProtocolSettings> odd_settings(const Family& family) {
    Random random(7, 0);
    return fuzz::profile_of(family).random_settings(random, nullptr);
}

TEST(ProtocolSettings, AreReadAsTheyAreWritten) {
    for (const Family* const family : families()) {
        const Json written = protocol_json(*family, *odd_settings(*family));
        EXPECT_EQ(written.front(), family->name());
        const auto read = family->settings.read(JsonValue(written, "protocol"));
        EXPECT_EQ(protocol_json(*family, *read), written);
    }
}

TEST(ProtocolSettings, AreSimplifiedOneByOne) {
    for (const Family* const family : families()) {
        EXPECT_TRUE(simpler_settings(*family, *family->settings.defaults()).empty());
        const auto settings = odd_settings(*family);
        const Json now = protocol_json(*family, *settings).flatten();
        const Json plain = protocol_json(*family, *family->settings.defaults()).flatten();
        std::vector<std::string> odd, simplified;
        for (const auto& [key, value] : now.items()) {
            if (value != plain.at(key)) odd.push_back(key);
        }
        for (const auto& simpler : simpler_settings(*family, *settings)) {
            const Json then = protocol_json(*family, *simpler).flatten();
            for (const auto& [key, value] : then.items()) {
                if (value == now.at(key)) continue;
                EXPECT_EQ(value, plain.at(key)) << key;
                simplified.push_back(key);
            }
        }
        EXPECT_THAT(simplified, UnorderedElementsAreArray(odd));
    }
}

TEST(ProtocolSettings, OfAnotherProtocolAreNotTaken) {
    struct Other {};
    EXPECT_THROW(settings_as<Other>(*default_family().settings.defaults()), std::bad_cast);
}

}  // namespace
}  // namespace rmasim::sim
