// Random legal programs with random settings and random timing finish, and memory agrees with the sequential model.
// RMASIM_RANDOM_PROGRAMS sets the number of programs, and RMASIM_FIRST_SEED the first seed. A failure names the seed of
// its program.
#include "tests/property/expectations.h"

#include <gtest/gtest.h>

namespace rmasim::property {

TEST(RandomPrograms, EndAsTheSequentialModelSays) {
    const std::uint64_t first = from_environment("RMASIM_FIRST_SEED", 0);
    const std::uint64_t programs = from_environment("RMASIM_RANDOM_PROGRAMS", random_rounds(2000));
    for (std::uint64_t seed = first; seed < first + programs; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const RandomProgram program = make_random_program(seed);
        Bench bench(program, seed);
        bench.check_live();
        const BenchResult result = bench.run();
        expect_as_modelled(program, bench, result);
        if (testing::Test::HasFailure()) return;
    }
}

}  // namespace rmasim::property
