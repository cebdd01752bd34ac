// The times since which lock requests wait. Requests are granted in any order, several of one origin oldest first.
#include "sim/timed/counts/lock_requests.h"

#include <gtest/gtest.h>

namespace rmasim::sim {
namespace {

TEST(LockRequests, AreFoundInAnyOrder) {
    LockRequests requests({.first = 0, .count = 2});
    for (Rank origin = 0; origin < 5; ++origin) requests.requested(1, 0, origin, 100 + origin);
    for (const Rank origin : {2, 4, 0, 3, 1}) EXPECT_EQ(requests.granted(1, 0, origin), 100 + origin);
    EXPECT_EQ(requests.granted(1, 0, 2), std::nullopt);
    requests.requested(1, 0, 2, 300);
    EXPECT_EQ(requests.granted(1, 0, 2), 300);
}

TEST(LockRequests, OfOneOriginAreGrantedOldestFirst) {
    LockRequests requests({.first = 0, .count = 2});
    requests.requested(0, 0, 1, 10);
    requests.requested(0, 1, 1, 20);
    requests.requested(0, 0, 1, 30);
    EXPECT_EQ(requests.granted(0, 0, 1), 10);
    EXPECT_EQ(requests.granted(0, 0, 1), 30);
    EXPECT_EQ(requests.granted(0, 0, 1), std::nullopt);
    EXPECT_EQ(requests.granted(1, 1, 1), std::nullopt) << "another target";
    EXPECT_EQ(requests.granted(0, 1, 1), 20);
}

// A process of a shared run has those of its own ranks.
TEST(LockRequests, OfRanksThatBeginWithAnotherOne) {
    LockRequests requests({.first = 6, .count = 2});
    requests.requested(6, 0, 1, 10);
    requests.requested(7, 0, 1, 20);
    EXPECT_EQ(requests.granted(7, 0, 1), 20);
    EXPECT_EQ(requests.granted(6, 0, 1), 10);
}

}  // namespace
}  // namespace rmasim::sim
