// Which faults the untimed world refuses: each that needs one, by its number in its list.
#include "sim/untimed/world/untimed_faults.h"

#include "sim/scenario/json/errors.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rmasim::sim {
namespace {

std::string refused_at(const FaultSettings& faults) {
    try {
        require_no_clock(faults);
    } catch (const BadInput& refused) {
        EXPECT_EQ(refused.found, "700");
        return refused.place;
    }
    return "";
}

}  // namespace

TEST(UntimedFaults, AreThoseOfCalls) {
    const Moment in_call{std::nullopt, 3}, at_time{700, 0};
    for (std::size_t before = 0; before < 3; ++before) {
        FaultSettings deaths, shrinks;
        deaths.shrinks.assign(3, {.ranks = {}, .when = in_call, .pool = {}});
        for (std::size_t i = 0; i < before; ++i) {
            deaths.deaths.push_back({{}, in_call});
            shrinks.shrinks.push_back({.ranks = {}, .when = in_call, .pool = {}});
        }
        EXPECT_EQ(refused_at(deaths) + refused_at(shrinks), "");
        deaths.deaths.push_back({{}, at_time});
        shrinks.shrinks.push_back({.ranks = {}, .when = at_time, .pool = {}});
        EXPECT_EQ(refused_at(deaths), fmt::format("faults.deaths[{}].at_ns", before));
        EXPECT_EQ(refused_at(shrinks), fmt::format("faults.shrinks[{}].at_ns", before));
    }
}

}  // namespace rmasim::sim
