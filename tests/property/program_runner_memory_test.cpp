// Does a runner say when memory was wrong for a while, though it is right at the end?
#include "sim/untimed/fuzz/program_runner.h"

#include <gtest/gtest.h>

namespace rmasim::property {

using namespace rmasim::fuzz;

namespace {

Step put_of(std::int64_t value, int phase) {
    return {.call = Call::put, .target = 1, .kind = OpKind::put, .region = {0, 1, 0, 0, Datatype::int64},
            .value = value, .phase = phase};
}

// Rank 1 also writes to the block of rank 0, which is not legal. Which of the two is later differs; in the next phase
// rank 0 writes again.
RandomProgram race_that_is_over() {
    RandomProgram program;
    program.results = program.requests = {0, 0};
    const Step lock{.call = Call::lock_all}, unlock{.call = Call::unlock_all}, barrier{.call = Call::barrier};
    const Step flush{.call = Call::flush, .target = 1};
    program.steps = {{lock, put_of(5, 0), flush, unlock, barrier}, {lock, put_of(7, 0), unlock, barrier}};
    for (Step step : {lock, put_of(9, 1), unlock, barrier}) {
        step.phase = 1;
        program.steps[0].push_back(step);
    }
    program.steps[1].push_back(barrier);
    program.steps[1].back().phase = 1;
    return program;
}

}  // namespace

TEST(TrialOfMemory, SaysWhatIsWrongForAWhile) {
    const RandomProgram program = race_that_is_over();
    ProgramRunner runner(program);
    int found = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const auto finding = runner.run(seed);
        if (!finding) continue;
        ++found;
        EXPECT_EQ(finding->symptom, Symptom::memory) << seed;
        EXPECT_TRUE(finding->what.front().starts_with("rank 0: ")) << finding->what.front();
        EXPECT_FALSE(finding->order.empty());
    }
    EXPECT_GT(found, 2);
    EXPECT_LT(found, 60);
    runner.judge_at_the_end(true);
    for (std::uint64_t seed = 0; seed < 60; ++seed) EXPECT_FALSE(runner.run(seed)) << seed;
}

}  // namespace rmasim::property
