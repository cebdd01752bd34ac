// The document of a variant, and the locations of its errors.
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/json/positions.h"
#include "sim/scenario/read/parse.h"
#include "sim/scenario/read/variants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rmasim::sim::variants {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* text = R"({"name": "base", "about": "as it is", "ranks": 2, "windows": {"w": {"bytes": 64}},
"programs": [{"calls": [{"put": {"target": 1, "count": 8}}]}],
"expect": {"outcome": "finished"},
"variants": [
  {"name": "small", "settings": {"protocol.slots": 2, "windows.w.bytes": 32}},
  {"name": "long", "about": "16 bytes", "settings": {"programs[0].calls[0].put.count": 16},
   "expect": {"outcome": "deadlock"}},
  {"name": "alone", "settings": {"ranks": 1}},
  {"name": "none", "settings": {"protocol.slots": 0}}]})";

Json of(const std::string& variant) {
    Json json = parse_json(text);
    ChosenVariant(json, variant).apply(json);
    return json;
}

// The error of a document, or of its variant: "4:20: place: found ...".
std::string refusal(const std::string& document, const std::string& variant) {
    try {
        Json json = parse_json(document);
        ChosenVariant(json, variant).apply(json);
        parse_scenario(json, ".");
    } catch (BadInput& error) {
        locate_in_text(error, document, variant);
        return std::to_string(error.line) + ':' + std::to_string(error.column) + ": " + error.what();
    }
    return "accepted";
}

std::string with_variants(const std::string& variants) {
    return R"({"name": "base", "ranks": 2, "windows": {"w": {"bytes": 64}}, "programs": [],
"variants": )" +
           variants + '}';
}

TEST(Variants, HaveNamesInTheOrderOfTheFile) {
    EXPECT_THAT(variant_names(parse_json(text)), ElementsAre("small", "long", "alone", "none"));
    EXPECT_THAT(variant_names(parse_json("{}")), IsEmpty());
    EXPECT_THAT(variant_names(parse_json("[]")), IsEmpty());
}

TEST(Variants, ChangeTheirSettingsOnly) {
    Json expected = parse_json(text);
    EXPECT_EQ(of(""), expected);
    expected.erase("variants");
    expected["protocol"]["slots"] = 2;
    expected["windows"]["w"]["bytes"] = 32;
    EXPECT_EQ(of("small"), expected);
}

TEST(Variants, ReplaceWordsAndExpectationsAsAWhole) {
    const Json json = of("long");
    EXPECT_EQ(json["about"], "16 bytes");
    EXPECT_EQ(json["expect"], parse_json(R"({"outcome": "deadlock"})"));
    EXPECT_EQ(json["programs"][0]["calls"][0]["put"]["count"], 16);
    EXPECT_EQ(of("small")["expect"], parse_json(text)["expect"]);
}

TEST(Variants, SayWhetherCallsAreThoseOfTheFile) {
    const Json json = parse_json(text);
    EXPECT_TRUE(ChosenVariant(json, "long").changes_programs());
    EXPECT_FALSE(ChosenVariant(json, "small").changes_programs());
    EXPECT_FALSE(ChosenVariant(json, "").changes_programs());
}

TEST(Variants, AreChosenByANameThatThereIs) {
    EXPECT_EQ(refusal(text, "smal"), "0:0: --variant: found smal; allowed: one of \"small\", \"long\", \"alone\", "
                                     "\"none\"; did you mean \"small\"?");
    EXPECT_EQ(refusal(R"({"name": "base"})", "small"),
              "0:0: --variant: found small; allowed: no variant, because the file has no \"variants\"");
}

TEST(Variants, HaveErrorsAtTheirPlaceInTheFile) {
    EXPECT_EQ(refusal(text, "none").substr(0, 60), "9:51: variants[3].settings.protocol.slots: found 0; allowed:");
    EXPECT_EQ(refusal(text, "alone").substr(0, 58), "2:44: variant alone: programs[0].calls[0].put.target: foun");
}

TEST(Variants, AreRefusedWithThePlace) {
    const auto refused = [](const char* variants, const char* variant = "") {
        return refusal(with_variants(variants), variant);
    };
    EXPECT_EQ(refused("[]"), "2:13: variants: found []; allowed: a list of 1 to 1000 items");
    EXPECT_EQ(refused(R"([{"name": "a b", "settings": {"ranks": 1}}])"),
              "2:23: variants[0].name: found \"a b\"; allowed: letters, digits, \"-\", \"_\" and \".\"");
    EXPECT_EQ(refused(R"([{"name": "a", "settings": {"expect.outcome": "deadlock"}}])"),
              "2:59: variants[0].settings.expect.outcome: found \"expect.outcome\"; allowed: a setting: "
              "`name`, `about` and `expect` are members of the variant itself");
    EXPECT_EQ(refused(R"([{"name": "a", "settings": {"programs[0].ranks": 1}}])", "a"),
              "2:62: variants[0].settings.programs[0].ranks: found \"programs[0].ranks\"; allowed: "
              "a path in which [0] follows the name of a list that is not empty");
    EXPECT_EQ(refused(R"([{"name": "a", "settings": {"ranks": 1}}, {"name": "a", "settings": {"ranks": 2}}])"),
              "2:64: variants[1].name: found \"a\" again; allowed: a different name for each variant");
}

TEST(Variants, AreNoSettings) {
    Json json = parse_json(text);
    EXPECT_THROW(apply_setting(json, "variants[0].name=other"), BadInput);
}

}  // namespace
}  // namespace rmasim::sim::variants
