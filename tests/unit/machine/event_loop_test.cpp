#include "sim/machine/engine/event_loop.h"

#include "sim/machine/platform/platform.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace rmasim::sim {

namespace {

using Seen = std::vector<std::pair<Rank, Time>>;

struct Recorder : EventHandler {
    void handle(Event event, Time now) override {
        seen.emplace_back(event.rank(), now);
        if (reaction) reaction(event, now);
    }
    Seen seen;
    std::function<void(Event, Time)> reaction;
};

Event event_of(Rank rank) { return Event::of_rank(EventKind::run_rank, rank); }

PlatformSettings with_simgrid() {
    PlatformSettings settings;
    settings.network.model = NetworkModel::flow;
    return settings;
}

class EventLoopTest : public testing::TestWithParam<Clock> {
protected:
    Platform platform_{with_simgrid(), 2};
    EventLoop loop_{GetParam(), platform_.simgrid()};
    Recorder recorder_;
};

}  // namespace

TEST_P(EventLoopTest, RunsByTimeThenByOrderOfScheduling) {
    loop_.schedule(2'000, event_of(1));
    loop_.schedule(1'000, event_of(2));
    loop_.schedule(2'000, event_of(3));
    recorder_.reaction = [this](Event event, Time now) {
        EXPECT_EQ(loop_.now(), now);
        if (event.rank() == 2) {
            loop_.schedule(now, event_of(4));
            loop_.schedule(1'500, event_of(5));
            loop_.schedule(2'000, event_of(6));
        }
    };
    EXPECT_EQ(loop_.pending(), 3U);
    loop_.run(recorder_);
    EXPECT_EQ(recorder_.seen, (Seen{{2, 1'000}, {4, 1'000}, {5, 1'500}, {1, 2'000}, {3, 2'000}, {6, 2'000}}));
    EXPECT_EQ(loop_.now(), 2'000);
    EXPECT_EQ(loop_.pending(), 0U);
}

TEST_P(EventLoopTest, TellsPicosecondsApartAfterASecond) {
    constexpr Time second = 1'000'000'000'000;
    for (Rank rank = 9; rank >= 0; --rank) loop_.schedule(second + rank, event_of(rank));
    loop_.run(recorder_);
    ASSERT_EQ(recorder_.seen.size(), 10U);
    for (Rank rank = 0; rank < 10; ++rank) {
        EXPECT_EQ(recorder_.seen[static_cast<std::size_t>(rank)], std::make_pair(rank, second + rank));
    }
}

TEST_P(EventLoopTest, LeavesSimgridAtTheSameTime) {
    const double start_s = platform_.simgrid()->now_s();
    loop_.schedule(3'000'000, event_of(0));
    loop_.run(recorder_);
    EXPECT_NEAR(platform_.simgrid()->now_s() - start_s, 3e-6, 1e-12);
}

TEST_P(EventLoopTest, CanRunAgain) {
    loop_.run(recorder_);
    loop_.schedule(1'000, event_of(1));
    loop_.run(recorder_);
    loop_.schedule(2'000, event_of(2));
    loop_.run(recorder_);
    EXPECT_EQ(recorder_.seen, (Seen{{1, 1'000}, {2, 2'000}}));
}

TEST_P(EventLoopTest, ExceptionComesOutOfTheRun) {
    loop_.schedule(1'000, event_of(1));
    loop_.schedule(2'000, event_of(2));
    loop_.schedule(3'000, event_of(3));
    recorder_.reaction = [this](Event event, Time now) {
        if (event.rank() != 2) return;
        loop_.schedule(now + 1, event_of(4));
        throw std::runtime_error("enough");
    };
    EXPECT_THROW(loop_.run(recorder_), std::runtime_error);
    EXPECT_EQ(recorder_.seen, (Seen{{1, 1'000}, {2, 2'000}}));
}

TEST_P(EventLoopTest, RefusesThePast) {
    recorder_.reaction = [this](Event, Time) { loop_.schedule(999, event_of(2)); };
    loop_.schedule(1'000, event_of(1));
    EXPECT_THROW(loop_.run(recorder_), std::logic_error);
}

TEST_P(EventLoopTest, HundredThousandEventsRunInOrder) {
    Rank next = 0;
    recorder_.reaction = [this, &next](Event, Time now) {
        if (next == 100'000) return;
        loop_.schedule(now + next % 7, event_of(next));
        ++next;
    };
    for (; next < 100; ++next) loop_.schedule(next * 3, event_of(next));
    loop_.run(recorder_);
    ASSERT_EQ(recorder_.seen.size(), 100'000U);
    for (std::size_t i = 1; i < recorder_.seen.size(); ++i) {
        ASSERT_LE(recorder_.seen[i - 1].second, recorder_.seen[i].second);
    }
}

INSTANTIATE_TEST_SUITE_P(Clocks, EventLoopTest, testing::Values(Clock::own, Clock::simgrid),
                         [](const auto& info) { return info.param == Clock::own ? "Own" : "Simgrid"; });

TEST(EventLoop, RunsWithoutSimgrid) {
    EventLoop loop(Clock::own);
    Recorder recorder;
    loop.schedule(5, event_of(1));
    loop.run(recorder);
    EXPECT_EQ(recorder.seen, (Seen{{1, 5}}));
    EXPECT_THROW(EventLoop(Clock::simgrid, nullptr), std::logic_error);
}

}  // namespace rmasim::sim
