// Two ranks with a thread for each of two windows. The puts of each rank wait in a fence for the other rank, which
// needs an element to enter that fence. If both windows share one element, some orders end in a deadlock
// (protocol/newrma/DEVIATIONS.md). If each window has one element, no order does.
#include "tests/explore/worlds.h"

#include <gtest/gtest.h>

namespace rmasim::explore {
namespace {

std::string program_of(const char* rank, const char* fenced_first, const char* locked_first, const char* target) {
    const std::string fence = R"({"fence": {"win": ")";
    const std::string other = R"(", "target": )" + std::string(target);
    return R"({"ranks": ")" + std::string(rank) + R"(", "threads": [[)" +                                        //
           fence + fenced_first + R"(", "assert": ["noprecede"]}}, {"put": {"win": ")" + fenced_first + other +  //
           R"(, "datatype": "int64", "value": 1}}, )" + fence + fenced_first + R"(", "assert": ["nosucceed"]}}], [)" +
           R"({"lock": {"win": ")" + locked_first + other + R"(, "type": "shared"}}, {"unlock": {"win": ")" +
           locked_first + other + "}}, " + fence + locked_first + R"(", "assert": ["noprecede"]}}, )" + fence +
           locked_first + R"(", "assert": ["nosucceed"]}}]]})";
}

sim::Exploration explored_with_pool(const char* target_pool) {
    const sim::Scenario scenario =
        parsed(R"({"name": "threads", "ranks": 2, "windows": {"w": {"bytes": 8}, "v": {"bytes": 8}},
                   "protocol": {"target_pool": )" +
               std::string(target_pool) + R"(}, "programs": [)" + program_of("0", "w", "v", "1") + ", " +
               program_of("1", "v", "w", "0") + "]}");
    return sim::Explorer(scenario, {.reduction = sim::Reduction::dynamic, .limit = 3000, .stop_at_failure = true})
        .explore();
}

TEST(ThreadElements, OfSeveralWindowsMayWaitForEachOther) {
    const sim::Exploration shared = explored_with_pool(R"({"local": 0, "global": 1})");
    ASSERT_TRUE(shared.failure());
    EXPECT_EQ(shared.failure()->kind, sim::Failure::Kind::deadlock);
}

TEST(ThreadElements, OfTheirOwnDoNot) { EXPECT_FALSE(explored_with_pool(R"({"local": 1, "global": 0})").failure()); }

}  // namespace
}  // namespace rmasim::explore
