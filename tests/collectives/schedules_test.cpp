// The schedules of collective calls on 1 to 17 processes: their results, by direct evaluation of MPI's definitions, and
// their packets, by the formulas of protocol/COLLECTIVES.md.
#include "tests/collectives/cases.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rmasim::schedules {
namespace {

TEST(Schedules, GiveTheResultsOfMpiInThePacketsOfThePage) {
    for (Rank size = 1; size <= 17; ++size) EXPECT_EQ(wrong_anywhere(size), "") << size << " processes";
}

TEST(Schedules, HaveARowOfThePageEach) {
    for (const auto& row : algorithms_of_the_page()) {
        EXPECT_TRUE(std::any_of(
            algorithms().begin(), algorithms().end(),
            [&row](const Algorithm& algorithm) { return algorithm.call == row.first && algorithm.name == row.second; }))
            << row.first << " " << row.second;
    }
}

}  // namespace
}  // namespace rmasim::schedules
