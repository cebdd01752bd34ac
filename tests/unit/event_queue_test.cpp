#include "sim/engine/event_queue.h"

#include "sim/scenario/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace rmasim::sim {

TEST(EventQueue, PopsByTimeThenByOrderOfScheduling) {
    EventQueue<int> queue;
    queue.push(20, 1);
    queue.push(10, 2);
    queue.push(20, 3);
    queue.push(10, 4);
    EXPECT_EQ(queue.size(), 4U);
    EXPECT_EQ(queue.next_time(), 10);
    EXPECT_EQ(queue.pop(), 2);
    queue.push(10, 5);
    EXPECT_EQ(queue.pop(), 4);
    EXPECT_EQ(queue.pop(), 5);
    EXPECT_EQ(queue.pop(), 1);
    EXPECT_EQ(queue.pop(), 3);
    EXPECT_TRUE(queue.empty());
}

// Against a stable sort: 10,000 pushes with many ties, with pops in between that refill the vacant slots.
TEST(EventQueue, AgreesWithAStableSort) {
    EventQueue<int> queue;
    Random random(3, 0);
    std::vector<std::pair<Time, int>> waiting;
    Time now = 0;
    const auto pop_one = [&] {
        const auto least = std::min_element(waiting.begin(), waiting.end(),
                                            [](const auto& a, const auto& b) { return a.first < b.first; });
        ASSERT_EQ(queue.next_time(), least->first);
        ASSERT_EQ(queue.pop(), least->second);
        now = least->first;
        waiting.erase(least);
    };
    for (int event = 0; event < 10'000; ++event) {
        const Time time = now + static_cast<Time>(random.below(50));
        queue.push(time, event);
        waiting.emplace_back(time, event);
        if (random.below(3) == 0) pop_one();
        if (random.below(1'000) == 0) {
            while (!waiting.empty()) pop_one();
        }
    }
    while (!waiting.empty()) pop_one();
    EXPECT_TRUE(queue.empty());
}

}  // namespace rmasim::sim
