// Random settings: fuzz uses more than one value of each setting.
#include "sim/untimed/profiles/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>
#include <string>

namespace rmasim::fuzz {
namespace {

using ValuesOfSettings = std::map<std::string, std::set<std::string>>;  // by path below `protocol`

void add_values(const std::string& path, const sim::Json& json, ValuesOfSettings& values) {
    if (!json.is_object()) {
        values[path].insert(json.dump());
        return;
    }
    for (const auto& [key, value] : json.items()) add_values(path.empty() ? key : path + '.' + key, value, values);
}

std::set<std::string> settings_with_one_value(const sim::Family& family) {
    const FuzzProfile& profile = profile_of(family);
    ValuesOfSettings values;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        sim::Random random(seed, 0);
        const auto settings = profile.random_guarantees(random, profile.random_settings(random, nullptr), true);
        add_values("", protocol_json(family, *settings), values);
    }
    std::set<std::string> found;
    for (const auto& [path, of_setting] : values) {
        if (of_setting.size() == 1) found.insert(path);
    }
    return found;
}

TEST(RandomSettings, HaveEachSettingOfTheFamilyButThese) {
    std::map<std::string_view, std::set<std::string>> without{
        {"ch4", {"direct_on_node", "which_accumulate_ops"}},
        {"synccount", {"message_eager_bytes"}},
    };
    for (const sim::Family* const family : sim::families()) {
        SCOPED_TRACE(family->name());
        std::set<std::string> expected = without[family->name()];
        expected.insert("family");
        EXPECT_EQ(settings_with_one_value(*family), expected);
    }
}

}  // namespace
}  // namespace rmasim::fuzz
