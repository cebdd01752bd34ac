// Does the schema know the kinds that the packet printer writes, all of them and no other?
#include "protocol/base/packet.h"
#include "sim/input/model/limits.h"
#include "sim/input/model/packet_kinds.h"
#include "sim/input/read/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

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

PacketKind kind_at(std::size_t index) { return static_cast<PacketKind>(index); }

TEST(SchemaKinds, AreThePrinters) {
    const std::string text = pattern();
    const std::size_t open = text.find('('), close = text.find(')');
    std::set<std::string> in_schema;
    for (std::size_t from = open + 1; from < close;) {
        const std::size_t end = std::min(text.find('|', from), close);
        in_schema.insert(text.substr(from, end - from));
        from = end + 1;
    }
    std::set<std::string> printed;
    for (std::size_t kind = 0; kind < packet_kind_count; ++kind) {
        printed.insert(kind_name(kind_at(kind), PacketFlag::none));
    }
    EXPECT_EQ(in_schema, printed);
}

TEST(SchemaKinds, FlagsAreThePrintersInItsOrder) {
    using testing::MatchesRegex;
    const std::string kinds = pattern();  // means the same as an extended POSIX expression
    for (std::size_t set = 0; set < packet_flag_sets; ++set) {
        EXPECT_THAT(kind_name(PacketKind::put, static_cast<PacketFlag>(set)), MatchesRegex(kinds));
    }
    EXPECT_THAT("PUT+UNLOCK+RMA_DONE", testing::Not(MatchesRegex(kinds)));
    EXPECT_THAT("PUT+UNLOCK+UNLOCK", testing::Not(MatchesRegex(kinds)));
}

TEST(SchemaKinds, EveryPrintedNameIsRead) {
    for (std::size_t index = 0; index < kind_index_count; ++index) {
        const auto set = static_cast<PacketFlag>(index % packet_flag_sets);
        EXPECT_EQ(packet_kind_index(kind_name(kind_at(index / packet_flag_sets), set)), index);
    }
}

TEST(SchemaKinds, NothingElseIsRead) {
    for (const char* text : {"", "+", "put", "PUTS", "PUT+", "PUT+PUT", "+LOCK.S", "PUT+LOCK", "PUT+UNLOCK+RMA_DONE",
                             "PUT+UNLOCK+UNLOCK", "LOCK_", "LOCK_GRANTED_", "GET_RESP+RMA_DONE_ACK+"}) {
        EXPECT_FALSE(packet_kind_index(text)) << text;
    }
}

TEST(SchemaKinds, ThereIsRoomForAll) {
    EXPECT_EQ(in_schema("kinds").at("maxProperties"), kind_index_count);
    EXPECT_EQ(limits::most_kinds, kind_index_count);
}

}  // namespace
}  // namespace rmasim::sim
