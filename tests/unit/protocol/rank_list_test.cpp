// Texts for lists of ranks.
#include "protocol/base/rank_list.h"

#include <gtest/gtest.h>

namespace rmasim {

TEST(RankList, NamesRunsAndCutsLongLists) {
    EXPECT_EQ(text_of_ranks({}), "no rank");
    EXPECT_EQ(text_of_ranks({3}), "rank 3");
    EXPECT_EQ(text_of_ranks({1, 3}), "ranks 1 and 3");
    EXPECT_EQ(text_of_ranks({0, 1}), "ranks 0 and 1");
    EXPECT_EQ(text_of_ranks({0, 1, 2}), "ranks 0 to 2");
    EXPECT_EQ(text_of_ranks({0, 2, 3, 5, 6, 7}), "ranks 0, 2, 3 and 5 to 7");
    EXPECT_EQ(text_of_ranks({0, 2, 4, 6, 8, 10, 12, 14}), "ranks 0, 2, 4, 6, 8, 10, 12 and 14");
    EXPECT_EQ(text_of_ranks({0, 2, 4, 6, 8, 10, 12, 14, 16, 17}), "ranks 0, 2, 4, 6, 8, 10, 12, 14 and 2 more");
}

}  // namespace rmasim
