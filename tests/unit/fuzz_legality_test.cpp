// Does the legality check pass what the generator makes, and see what is cut out of it?
#include "sim/fuzz/legality.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rmasim::fuzz {
namespace {

using testing::HasSubstr;

TEST(Legality, HoldsForEveryRandomProgram) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) EXPECT_EQ(illegality(make_random_program(seed)), "") << seed;
}

}  // namespace
}  // namespace rmasim::fuzz
