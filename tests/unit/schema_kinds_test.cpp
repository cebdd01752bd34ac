// Does the schema accept exactly the kinds that the families' vocabularies print?
#include "protocol/newrma/packets.h"
#include "protocol/shm/packets.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/read/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <filesystem>
#include <set>
#include <string>

namespace rmasim::sim {
namespace {

Json in_schema(const char* definition) {
    const auto root = std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
    return read_scenario_file((root / "scenarios" / "schema.json").string()).at("$defs").at(definition);
}

std::string pattern() { return in_schema("kind").at("pattern").get<std::string>(); }

// Calls `visit` with every kind a family has, with every set of up to `most_flags` of its flags.
template <class Visit>
void for_each_type(const PacketVocabulary& family, int most_flags, Visit visit) {
    for (const KindEntry& kind : family.kinds()) {
        for (std::size_t set = 0; set < std::size_t{1} << family.flags().size(); ++set) {
            if (std::popcount(set) > most_flags) continue;
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
    constexpr int most_flags = 3;  // matching takes long; three show the order of each pair between others
    using testing::MatchesRegex;
    const std::string kinds = pattern();  // means the same as an extended POSIX expression
    for (const Family* each : families()) {
        const PacketVocabulary* family = &each->packets();
        for_each_type(*family, most_flags, [&](PacketType type) {
            if (type.kind != family->kinds().front().kind) return;  // all kinds would take too long
            EXPECT_THAT(family->name(type), MatchesRegex(kinds));
        });
    }
    EXPECT_THAT("PUT+UNLOCK+RMA_DONE", testing::Not(MatchesRegex(kinds)));
    EXPECT_THAT("PUT+UNLOCK+UNLOCK", testing::Not(MatchesRegex(kinds)));
}

TEST(SchemaKinds, EveryPrintedNameIsRead) {
    constexpr int most_flags = 16;
    for (const Family* each : families()) {
        const PacketVocabulary* family = &each->packets();
        for_each_type(*family, most_flags, [&](PacketType type) {
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
    EXPECT_EQ(in_schema("kinds").at("maxProperties"), limits::most_kinds);
    EXPECT_GE(limits::most_kinds, names);
}

}  // namespace
}  // namespace rmasim::sim
