// The exchange of counts: complete when all rows have arrived, even if some are one exchange ahead.
#include "protocol/shm/count_exchange.h"

#include <gtest/gtest.h>

namespace rmasim::shm {
namespace {

using Row = std::vector<std::uint32_t>;

std::uint32_t missing(const CountExchange& exchange, std::uint32_t instance) {
    std::uint32_t count = 0;
    exchange.for_each_missing(instance, [&count](Rank) { ++count; });
    return count;
}

TEST(ShmCountExchange, SumsWhatOthersDid) {
    CountExchange exchange(1, 3);
    const std::uint32_t first = exchange.enter();
    EXPECT_EQ(first, 1u);
    exchange.arrived(0, first, Row{0, 2, 1});
    EXPECT_FALSE(exchange.complete(first));
    exchange.arrived(2, first, Row{0, 0, 4});
    EXPECT_TRUE(exchange.complete(first));
    EXPECT_EQ(exchange.changes(first, 0), 0u);
    EXPECT_EQ(exchange.changes(first, 1), 2u);
    EXPECT_EQ(exchange.changes(first, 2), 5u);
}

TEST(ShmCountExchange, ARowOfTheNextMayComeFirst) {
    CountExchange exchange(0, 3);
    const std::uint32_t first = exchange.enter();
    exchange.arrived(1, first + 1, Row{9, 9, 9});
    exchange.arrived(1, first, Row{1, 0, 0});
    EXPECT_EQ(missing(exchange, first), 1u);
    exchange.for_each_missing(first, [](Rank rank) { EXPECT_EQ(rank, 2); });
    exchange.arrived(2, first, Row{1, 0, 0});
    EXPECT_TRUE(exchange.complete(first));
    EXPECT_EQ(exchange.changes(first, 0), 2u);
    exchange.end(first);

    const std::uint32_t second = exchange.enter();
    EXPECT_EQ(missing(exchange, second), 1u);
    exchange.arrived(2, second, Row{0, 0, 1});
    EXPECT_TRUE(exchange.complete(second));
    EXPECT_EQ(exchange.changes(second, 0), 9u);
    EXPECT_EQ(exchange.changes(second, 2), 10u);
}

TEST(ShmCountExchange, AloneItIsCompleteAtOnce) {
    CountExchange exchange(0, 1);
    EXPECT_TRUE(exchange.complete(exchange.enter()));
}

TEST(ShmCountExchange, NumbersMayWrap) {
    CountExchange exchange(0, 3, UINT32_MAX - 2);
    const std::vector<std::uint32_t> row{1, 2, 3};
    for (int i = 0; i < 6; ++i) {
        const std::uint32_t instance = exchange.enter();
        EXPECT_EQ(instance, UINT32_MAX - 1 + static_cast<std::uint32_t>(i));
        exchange.arrived(1, instance, row);
        EXPECT_FALSE(exchange.complete(instance)) << instance;
        exchange.arrived(2, instance, row);
        EXPECT_TRUE(exchange.complete(instance)) << instance;
        EXPECT_EQ(exchange.changes(instance, 2), 6u);
        exchange.end(instance);
    }
}

}  // namespace
}  // namespace rmasim::shm
