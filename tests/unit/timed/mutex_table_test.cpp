// Mutexes in shared memory: granted in the order of the requests.
#include "sim/programs/mutex_table.h"

#include <gtest/gtest.h>

namespace rmasim::sim {
namespace {

TEST(MutexTable, GoesToWhoAskedFirst) {
    MutexTable table;
    const MutexId mutex{0, 0, 3};
    EXPECT_EQ(table.holder(mutex), no_rank);
    EXPECT_TRUE(table.ask(1, mutex));
    EXPECT_FALSE(table.ask(2, mutex));
    EXPECT_FALSE(table.ask(0, mutex));
    EXPECT_EQ(table.holder(mutex), 1);
    EXPECT_EQ(table.give_back(mutex), 2);
    EXPECT_EQ(table.give_back(mutex), 0);
    EXPECT_EQ(table.give_back(mutex), no_rank);
    EXPECT_TRUE(table.ask(2, mutex));
}

TEST(MutexTable, OthersAreOthers) {
    MutexTable table;
    EXPECT_TRUE(table.ask(1, {0, 0, 0}));
    EXPECT_TRUE(table.ask(2, {1, 0, 0}));
    EXPECT_TRUE(table.ask(3, {0, 1, 0}));
    EXPECT_TRUE(table.ask(4, {0, 0, 1}));
    table.clear();
    EXPECT_EQ(table.holder({0, 0, 0}), no_rank);
}

}  // namespace
}  // namespace rmasim::sim
