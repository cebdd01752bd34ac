// The schemas have the same calls, families, kinds, outcomes and causes of time as the code.
#include "protocol/newrma/packets.h"
#include "protocol/shm/packets.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/read/parse.h"
#include "sim/timed/counts/time_use.h"
#include "sim/timed/outcome.h"
#include "tests/schema/call_schema.h"
#include "tests/schema/family_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace rmasim::sim {
namespace {

// ---- Does the schema accept exactly the kinds that the families' vocabularies print?

Json in_schema(const char* definition) {
    const std::filesystem::path root = RMASIM_ROOT;
    return read_scenario_file((root / "scenarios" / "schema.json").string()).at("$defs").at(definition);
}

std::string pattern() { return in_schema("kind").at("pattern").get<std::string>(); }

// Calls `visit` with every kind a family has, with every set of up to `max_flags` of its flags.
template <class Visit>
void for_each_type(const PacketVocabulary& family, int max_flags, Visit visit) {
    for (const KindEntry& kind : family.kinds()) {
        for (std::size_t set = 0; set < std::size_t{1} << family.flags().size(); ++set) {
            if (std::popcount(set) > max_flags) continue;
            PacketType type{kind.kind};
            for (std::size_t i = 0; i < family.flags().size(); ++i) {
                if ((set >> i & 1) != 0) type.flags |= family.flags()[i].flag;
            }
            visit(type);
        }
    }
}

TEST(SchemaKinds, AreThePrinters) {
    std::set<std::string, std::less<>> stated;
    const Json kinds = in_schema("kind").at("kinds");
    for (const auto& [name, kind] : kinds.items()) stated.insert(name);
    std::set<std::string, std::less<>> printed;
    for (const Family* family : families()) {
        for (const KindEntry& kind : family->packets().kinds()) printed.emplace(kind.name);
    }
    EXPECT_EQ(stated, printed);
}

TEST(SchemaKinds, FlagsAreThePrintersInItsOrder) {
    constexpr int max_flags = 3;  // matching takes long; three show the order of each pair between others
    using testing::MatchesRegex;
    const std::string kinds = pattern();  // means the same as an extended POSIX expression
    for (const Family* each : families()) {
        const PacketVocabulary* family = &each->packets();
        for_each_type(*family, max_flags, [&](PacketType type) {
            if (type.kind != family->kinds().front().kind) return;  // all kinds would take too long
            EXPECT_THAT(family->name(type), MatchesRegex(kinds));
        });
    }
    EXPECT_THAT("PUT+UNLOCK+RMA_DONE", testing::Not(MatchesRegex(kinds)));
    EXPECT_THAT("PUT+UNLOCK+UNLOCK", testing::Not(MatchesRegex(kinds)));
}

TEST(SchemaKinds, EveryPrintedNameIsRead) {
    constexpr int max_flags = 16;
    for (const Family* each : families()) {
        const PacketVocabulary* family = &each->packets();
        for_each_type(*family, max_flags, [&](PacketType type) {
            EXPECT_EQ(family->find(family->name(type)), type);
            EXPECT_TRUE(is_packet_name(family->name(type)));
        });
    }
}

TEST(SchemaKinds, NothingElseIsRead) {
    for (const char* text :
         {"", "+", "put", "PUTS", "PUT+", "PUT+PUT", "+LOCK.S", "PUT+LOCK", "PUT+UNLOCK+RMA_DONE", "PUT+UNLOCK+UNLOCK",
          "LOCK_", "LOCK_GRANTED_", "GET_RESP+RMA_DONE_ACK+", "OP_COUNTS+LOCK_GRANTED"}) {
        EXPECT_FALSE(is_packet_name(text)) << text;
    }
}

TEST(SchemaKinds, OfAnotherFamilyAreKnownButNotFound) {
    EXPECT_TRUE(is_packet_name("OP_COUNTS"));
    EXPECT_TRUE(is_packet_name("POST"));
    EXPECT_FALSE(newrma::packet_vocabulary.find("OP_COUNTS"));
    EXPECT_FALSE(shm::packet_vocabulary.find("POST"));
}

TEST(SchemaKinds, ThereIsRoomForAll) {
    std::size_t names = 0;  // at most so many: some are those of several families
    for (const Family* family : families()) {
        names += family->packets().kinds().size() << family->packets().flags().size();
    }
    EXPECT_EQ(in_schema("kinds").at("maxProperties"), limits::max_kinds);
    EXPECT_GE(limits::max_kinds, names);
}

// ---- analysis/rmasim_analysis/result.schema.json names every outcome and every cause of time, in the order of the
// code.

using Json = nlohmann::ordered_json;

Json keys_of_results() {
    std::ifstream file(RMASIM_ROOT "/analysis/rmasim_analysis/result.schema.json");
    return Json::parse(file)["properties"];
}

TEST(ResultSchema, NamesEveryCauseOfTime) {
    const Json keys = keys_of_results()["time_spent"]["properties"];
    std::vector<std::string> named;
    for (const auto& [name, key] : keys.items()) named.push_back(name);
    std::vector<std::string> causes;
    for (std::size_t cause = 0; cause < cause_count; ++cause) {
        causes.push_back(std::string(name_of(static_cast<Cause>(cause))) + "_ns");
    }
    EXPECT_EQ(named, causes);
}

TEST(ResultSchema, NamesEveryOutcome) {
    std::vector<std::string> outcomes;
    for (int outcome = 0; outcome <= static_cast<int>(Outcome::interrupted); ++outcome) {
        outcomes.emplace_back(name_of(static_cast<Outcome>(outcome)));
    }
    EXPECT_EQ(keys_of_results()["outcome"]["enum"].get<std::vector<std::string>>(), outcomes);
}

}  // namespace
}  // namespace rmasim::sim

namespace rmasim::schema {
namespace {

// ---- Are the schema's parts about calls and families those that the table of calls and the list of families give?

std::string schema() {
    const std::filesystem::path root = RMASIM_ROOT;
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
