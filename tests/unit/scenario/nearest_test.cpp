// The names that users of MPI write are recognised.
#include "sim/scenario/json/nearest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace rmasim::sim {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

constexpr std::array<std::string_view, 7> names{"lock", "lock_all", "win_create", "exclusive", "nocheck", "float64",
                                                "int32"};

TEST(Nearest, NamesOfMpiAndC) {
    EXPECT_THAT(names_allowed("MPI_Win_lock", names), EndsWith("did you mean \"lock\"?"));
    EXPECT_THAT(names_allowed("MPI_Win_lock_all", names), EndsWith("did you mean \"lock_all\"?"));
    EXPECT_THAT(names_allowed("MPI_Win_create", names), EndsWith("did you mean \"win_create\"?"));
    EXPECT_THAT(names_allowed("MPI_LOCK_EXCLUSIVE", names), EndsWith("did you mean \"exclusive\"?"));
    EXPECT_THAT(names_allowed("MPI_MODE_NOCHECK", names), EndsWith("did you mean \"nocheck\"?"));
    EXPECT_THAT(names_allowed("MPI_DOUBLE", names), EndsWith("did you mean \"float64\"?"));
    EXPECT_THAT(names_allowed("int32_t", names), EndsWith("did you mean \"int32\"?"));
    EXPECT_THAT(names_allowed("int", names), EndsWith("did you mean \"int32\"?"));
}

TEST(Nearest, NamesOfOtherLanguages) {
    constexpr std::array<std::string_view, 3> reductions{"sum", "prod", "replace"};
    constexpr std::array<std::string_view, 3> calls{"accumulate", "let", "repeat"};
    EXPECT_THAT(names_allowed("add", reductions), EndsWith("did you mean \"sum\"?"));
    EXPECT_THAT(names_allowed("set", reductions), EndsWith("did you mean \"replace\"?"));
    EXPECT_THAT(names_allowed("add", calls), EndsWith("did you mean \"accumulate\"?"));
    EXPECT_THAT(names_allowed("set", calls), EndsWith("did you mean \"let\"?"));
    EXPECT_THAT(names_allowed("for", calls), EndsWith("did you mean \"repeat\"?"));
}

TEST(Nearest, MisspeltNames) {
    EXPECT_THAT(names_allowed("lokc", names), EndsWith("did you mean \"lock\"?"));
    EXPECT_THAT(names_allowed("MPI_Finalize", names), Not(HasSubstr("did you mean")));
    EXPECT_EQ(names_allowed("anything", {}), "nothing here");
}

}  // namespace
}  // namespace rmasim::sim
