// The requests of r-forms: numbers from 1, found while open, then reused.
#include "protocol/parts/requests/request_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace rmasim {
namespace {

TEST(CoreRequestTable, ARequestIsFoundUntilItIsClosed) {
    RequestTable table;
    EXPECT_EQ(table.find(no_request), nullptr);
    EXPECT_EQ(table.find(1), nullptr);
    const RequestId id = table.open();
    EXPECT_NE(id, no_request);
    ASSERT_NE(table.find(id), nullptr);
    EXPECT_FALSE(table.find(id)->done);
    EXPECT_TRUE(table.has_open());
    table.close(id);
    EXPECT_EQ(table.find(id), nullptr);
    EXPECT_FALSE(table.has_open());
}

TEST(CoreRequestTable, ANumberUsedAgainStartsAfresh) {
    RequestTable table;
    const RequestId id = table.open();
    table.find(id)->done = true;
    table.find(id)->op = 5;
    table.close(id);
    const RequestId again = table.open();
    EXPECT_EQ(again, id);
    EXPECT_FALSE(table.find(again)->done);
    EXPECT_EQ(table.find(again)->op, no_operation);
}

TEST(CoreRequestTable, NumbersThatWereNeverGivenAreUnknown) {
    RequestTable table;
    const RequestId id = table.open();
    for (RequestId other = id + 1; other < id + 40; ++other) EXPECT_EQ(table.find(other), nullptr);
}

TEST(CoreRequestTable, FollowsItsModel) {
    std::mt19937_64 random(9);
    RequestTable table;
    std::map<RequestId, OpId> model;
    for (OpId step = 0; step < 20000; ++step) {
        if (random() % 2 == 0 || model.empty()) {
            const RequestId id = table.open();
            ASSERT_FALSE(model.contains(id));
            table.find(id)->op = step;
            model[id] = step;
        } else {
            auto at = model.begin();
            std::advance(at, static_cast<std::ptrdiff_t>(random() % model.size()));
            ASSERT_EQ(table.find(at->first)->op, at->second);
            table.close(at->first);
            ASSERT_EQ(table.find(at->first), nullptr);
            model.erase(at);
        }
        ASSERT_EQ(table.has_open(), !model.empty());
    }
}

}  // namespace
}  // namespace rmasim
