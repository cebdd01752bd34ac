#include "sim/machine/engine/event_queue.h"

#include "sim/scenario/expression/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

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

TEST(EventQueue, OfEqualTimesTheLesserTieComesFirst) {
    EventQueue<int> queue;
    queue.push(20, 1, 7);
    queue.push(20, 2, 5);
    queue.push(20, 3, 7);
    queue.push(10, 4, 9);
    EXPECT_EQ(queue.pop(), 4);
    queue.push(10, 5, 8);
    queue.push(20, 6, 6);
    for (const int expected : {5, 2, 6, 1, 3}) EXPECT_EQ(queue.pop(), expected);
}

// A simple model of the queue: the next event is the least by (time, tie, order of pushing).
struct Model {
    EventQueue<std::uint64_t> queue;
    std::vector<std::tuple<Time, Tie, std::uint64_t>> waiting;
    Random ties{5, 5};
    Time now = 0;
    std::uint64_t pushed = 0;

    void push(Time delay) {
        const Tie tie = ties.below(2) == 0 ? 0 : ties.below(Tie{1} << tie_bits);
        queue.push(now + delay, pushed, tie);
        waiting.emplace_back(now + delay, tie, pushed++);
    }
    void pop_one() {
        const auto earliest = std::min_element(waiting.begin(), waiting.end());
        ASSERT_EQ(queue.next_time(), std::get<Time>(*earliest));
        ASSERT_EQ(queue.pop(), std::get<2>(*earliest));
        now = std::get<Time>(*earliest);
        waiting.erase(earliest);
        ASSERT_EQ(queue.size(), waiting.size());
    }
    void pop_all() {
        while (!waiting.empty()) ASSERT_NO_FATAL_FAILURE(pop_one());
        ASSERT_TRUE(queue.empty());
    }
};

// 10,000 pushes with many ties, with pops in between that refill the vacant slots.
TEST(EventQueue, AgreesWithAModelWhereTimesAreClose) {
    Model model;
    Random random(3, 0);
    for (int event = 0; event < 10'000; ++event) {
        model.push(static_cast<Time>(random.below(50)));
        if (random.below(3) == 0) {
            ASSERT_NO_FATAL_FAILURE(model.pop_one());
        }
        if (random.below(1'000) == 0) {
            ASSERT_NO_FATAL_FAILURE(model.pop_all());
        }
    }
    ASSERT_NO_FATAL_FAILURE(model.pop_all());
}

// Delays from none to 106 days, small ones more often: every level, and windows with none, few and many events.
TEST(EventQueue, AgreesWithAModelWhereTimesAreFarApart) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Model model;
        Random random(seed, 1);
        const auto max_waiting = std::uint64_t{1} << random.below(10);
        const auto max_bits = 1 + random.below(60);
        for (int event = 0; event < 3'000; ++event) {
            const auto bits = random.below(max_bits);
            const auto delay = static_cast<Time>(random.below(std::uint64_t{1} << bits));
            if (model.now < INT64_MAX - delay) model.push(delay);
            while (model.waiting.size() > max_waiting) ASSERT_NO_FATAL_FAILURE(model.pop_one());
        }
        ASSERT_NO_FATAL_FAILURE(model.pop_all());
    }
}

// Many ranks have events at the same time, and a few ranks have events at other times. This gives long runs of equal
// times, sorted and unsorted, with other events in between.
TEST(EventQueue, AgreesWithAModelWhereManyMeet) {
    Model model;
    Random random(7, 0);
    for (int round = 0; round < 8; ++round) {
        for (int rank = 0; rank < 300; ++rank)
            model.push(1'000'000 + (round % 2) * static_cast<Time>(random.below(9'000)));
        while (model.waiting.size() > 40) {
            ASSERT_NO_FATAL_FAILURE(model.pop_one());
            if (random.below(4) == 0) model.push(static_cast<Time>(random.below(3'000)));
        }
    }
    ASSERT_NO_FATAL_FAILURE(model.pop_all());
}

// Ranks in step with each other. Each event schedules the rank's next event at the same time or a little later. So
// thousands of events fall into a short interval of time. Nearly all of them are in order, and a few are not.
TEST(EventQueue, AgreesWithAModelWhereEventsFollowEachOtherInOneWindow) {
    Model model;
    Random random(11, 0);
    for (int rank = 0; rank < 64; ++rank) model.push(1'000'000);
    for (int step = 0; step < 40'000; ++step) {
        ASSERT_NO_FATAL_FAILURE(model.pop_one());
        model.push(static_cast<Time>(random.below(30) == 0 ? random.below(20) : step % 5'000 == 0 ? 1 : 0));
    }
    ASSERT_NO_FATAL_FAILURE(model.pop_all());
}

TEST(EventQueue, TellsWhatIsAheadOfTheRunAtHand) {
    EventQueue<int> queue;
    EXPECT_EQ(queue.ahead(0), nullptr);
    for (int event = 0; event < 40; ++event) queue.push(1'000'000 + event % 3, event);
    EXPECT_EQ(queue.pop(), 0);
    std::vector<int> announced;
    for (std::size_t distance = 0; const int* const event = queue.ahead(distance); ++distance)
        announced.push_back(*event);
    std::vector<int> popped;
    while (!queue.empty()) popped.push_back(queue.pop());
    EXPECT_EQ(announced, popped);
}

}  // namespace rmasim::sim
