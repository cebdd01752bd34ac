// Is the schema's part about MPI calls the one that the table of calls gives?
#include "tests/schema/call_schema.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace rmasim::schema {
namespace {

TEST(SchemaCalls, AreThoseOfTheTable) {
    const auto root = std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
    std::ostringstream text;
    text << std::ifstream(root / "scenarios" / "schema.json").rdbuf();
    EXPECT_TRUE(with_calls_renewed(text.str()) == text.str()) << "renew it: schema_calls --write scenarios/schema.json";
}

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
