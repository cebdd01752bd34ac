// Random legal programs leave the same memory in every order, and no order violates an invariant. The test explores as
// many orders of each program as the limit allows.
#include "sim/scenario/read/parse.h"
#include "sim/untimed/explore/explorer.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "sim/untimed/fuzz/program/random_program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rmasim::explore {

TEST(RandomPrograms, EndAlikeInEveryOrder) {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        fuzz::RandomProgram program = fuzz::make_random_program(seed);
        if (program.ranks > 4) continue;
        program.faults.clear();
        const sim::Scenario scenario = sim::parse_scenario(fuzz::scenario_of(program), ".");
        sim::Explorer explorer(scenario, {.reduction = sim::Reduction::dynamic, .limit = 100, .stop_at_failure = true});
        const sim::Exploration found = explorer.explore();
        ASSERT_FALSE(found.failure()) << found.failure()->what.front();
        ASSERT_EQ(found.ends.size(), 1U);
    }
}

}  // namespace rmasim::explore
