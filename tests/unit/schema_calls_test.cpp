// Are the schema's parts about calls and families those that the table of calls and the list of families give?
#include "tests/schema/call_schema.h"
#include "tests/schema/family_schema.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace rmasim::schema {
namespace {

std::string schema() {
    const auto root = std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
    std::ostringstream text;
    text << std::ifstream(root / "scenarios" / "schema.json").rdbuf();
    return text.str();
}

constexpr auto how_to_renew = "renew it: schema_calls --write scenarios/schema.json";

TEST(SchemaCalls, AreThoseOfTheTable) { EXPECT_TRUE(with_calls_renewed(schema()) == schema()) << how_to_renew; }

TEST(SchemaFamilies, AreThoseOfTheList) { EXPECT_TRUE(with_families_renewed(schema()) == schema()) << how_to_renew; }

TEST(SchemaCalls, AreReplacedAsAWhole) {
    const std::string before = R"({
    "call": {
      "properties": {
        "gone": {},
        "compute": {}
)";
    const std::string after = with_calls_renewed(before);
    EXPECT_EQ(after.find("gone"), std::string::npos);
    EXPECT_NE(after.find("        \"flush\": {"), std::string::npos);
    EXPECT_EQ(with_calls_renewed(after), after);
}

}  // namespace
}  // namespace rmasim::schema
