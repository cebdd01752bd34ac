// Rules between ranks in all orders. A program that breaks a rule in only some orders is found, although explore
// executes one order of each class. A program that breaks no rule in any order passes.
#include "tests/explore/worlds.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace rmasim::explore {

using namespace sim;

namespace {

Scenario world_of(const std::string& programs) {
    return parsed(fmt::format(
        R"({{"name": "between-ranks", "ranks": 3, "windows": {{"w": {{"bytes": 64}}}}, "programs": [{}]}})", programs));
}

constexpr const char* sends = R"({"send": {"target": 0}})";
constexpr const char* receives = R"({"recv": {"source": 1}})";

// Rank 0 makes `calls`, rank 1 `others`, then `last`. `synchronised`: rank 1 sends a message to rank 0 after `others`.
std::string two_ranks(const char* calls, const char* others, const char* last, bool synchronised) {
    return fmt::format(R"({{"ranks": "0", "calls": [{}{}]}}, {{"ranks": "1", "calls": [{}{}{}]}})",
                       synchronised ? std::string(receives) + ", " : "", calls, others,
                       synchronised ? std::string(", ") + sends : "", last);
}

constexpr const char* post_nocheck = R"({"post": {"group": [0], "assert": ["nocheck"]}})";
constexpr const char* start_nocheck =
    R"({"start": {"group": [1], "assert": ["nocheck"]}}, {"put": {"target": 1}}, {"complete": {}})";
constexpr const char* wait = R"(, {"wait": {}})";
constexpr const char* empty_epoch = R"({"post": {"group": [2]}}, {"wait": {}})";
constexpr const char* by_rank_2 = R"(, {"ranks": "2", "calls": [{"start": {"group": [1]}}, {"complete": {}}]})";
constexpr const char* lock = R"({"lock": {"target": 1, "type": "exclusive"}}, {"unlock": {"target": 1}})";
constexpr const char* lock_nocheck =
    R"({"lock": {"target": 1, "type": "exclusive", "assert": ["nocheck"]}}, {"unlock": {"target": 1}})";

// `broken`: part of the message; empty: the program is legal.
void expect(const std::string& programs, const std::string& broken, Reduction reduction, std::uint64_t limit) {
    const Scenario scenario = world_of(programs);
    const Exploration found = Explorer(scenario, {reduction, limit, true}).explore();
    ASSERT_EQ(found.failure() != nullptr, !broken.empty())
        << (found.failure() ? found.failure()->what.front() : "no order breaks a rule");
    if (!found.failure()) return;
    EXPECT_EQ(found.failure()->kind, Failure::Kind::erroneous);
    EXPECT_NE(found.failure()->what.front().find(broken), std::string::npos) << found.failure()->what.front();
}

void expect(const std::string& programs, const std::string& broken) {
    expect(programs, broken, Reduction::dynamic, 0);
    expect(programs, broken, Reduction::none, 0);
}

}  // namespace

TEST(Usage, NocheckOfStartNeedsAMessageAfterPost) {
    expect(two_ranks(start_nocheck, post_nocheck, wait, true), "");
    expect(two_ranks(start_nocheck, post_nocheck, wait, false), "rank 1 has not called the matching post yet");
}

// The steps of ranks 0 and 1 are independent, so no executed order has the LOCK between POST and WAIT.
TEST(Usage, ALockBesideAnExposureIsFound) {
    expect(two_ranks(lock, empty_epoch, "", true) + by_rank_2, "");
    expect(two_ranks(lock, empty_epoch, "", false) + by_rank_2, "a window must not be locked and exposed");
}

TEST(Usage, ALockBesideOneWithNocheckIsFound) {
    expect(two_ranks(lock_nocheck, lock, "", true), "");
    expect(two_ranks(lock_nocheck, lock, "", false), "nocheck promises");
    expect(two_ranks(lock, lock, "", false), "");
}

// A fence without NOPRECEDE is a barrier: after it, the previous epoch does not expose rank 1.
TEST(Usage, AFenceEpochExposesOnlyWhatItUses) {
    constexpr const char* fence = R"({"fence": {}})";
    constexpr const char* last = R"({"fence": {"assert": ["nosucceed"]}})";
    const auto ranks = [&](const std::string& of_0) {
        return fmt::format(
            R"({{"ranks": "0", "calls": [{0}, {1}]}}, {{"ranks": "1", "calls": [{0}, {2}]}},
               {{"ranks": "2", "calls": [{0}, {{"put": {{"target": 1}}}}, {2}]}})",
            fence, of_0, last);
    };
    constexpr std::uint64_t limit = 3000;  // fences of three ranks have millions of orders
    expect(ranks(std::string(last) + ", " + lock), "", Reduction::dynamic, limit);
    expect(ranks(std::string(lock) + ", " + last), "in this fence epoch", Reduction::dynamic, limit);
    const std::string lock_0 = R"({"lock": {"target": 0, "type": "exclusive"}}, {"unlock": {"target": 0}}, )";
    expect(ranks(lock_0 + last), "", Reduction::dynamic, limit);
}

}  // namespace rmasim::explore
