// Blocking calls as coroutines, and PROGRESS_WAIT. A waiting call is resumed when its condition holds. If several
// conditions hold, the oldest call is resumed first, or the calls are resumed in a given order.
#include "protocol/base/task.h"
#include "protocol/base/wait.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace rmasim {
namespace {

// Chooses the last of the calls that can be resumed, and remembers their number.
class LastOne : public Choice {
public:
    std::size_t choose(Rank, std::size_t alternatives) override {
        asked.push_back(alternatives);
        return alternatives - 1;
    }
    std::vector<std::size_t> asked;
};

class CoreTask : public testing::Test {
protected:
    Task<> wait_for(int level, int name) {
        list_.until(WaitReason{}, [this, level] { return level_ >= level; });
        co_await list_;
        log_.push_back(name);
    }
    Task<int> twice(int level) {
        co_await wait_for(level, level);
        co_await wait_for(level + 1, level + 1);
        co_return level * 10;
    }
    Task<> fails() {
        co_await wait_for(1, 0);
        throw std::runtime_error("as told");
    }
    void raise(int level) {
        level_ = level;
        list_.resume_ready(0, choice_);
    }

    WaitList list_;
    Choice* choice_ = nullptr;
    int level_ = 0;
    std::vector<int> log_;
};

TEST_F(CoreTask, ATrueConditionDoesNotSuspend) {
    Task<> task = wait_for(0, 7);
    task.start();
    EXPECT_TRUE(task.done());
    EXPECT_EQ(log_, std::vector<int>{7});
}

TEST_F(CoreTask, WaitersGoOnOldestFirst) {
    Task<> late = wait_for(2, 1);
    Task<> early = wait_for(1, 2);
    Task<> last = wait_for(1, 3);
    late.start();
    early.start();
    last.start();
    raise(1);
    EXPECT_EQ(log_, (std::vector<int>{2, 3}));
    raise(2);
    EXPECT_EQ(log_, (std::vector<int>{2, 3, 1}));
    EXPECT_TRUE(list_.empty());
}

TEST_F(CoreTask, AChoiceDecidesAmongThoseThatAreReady) {
    LastOne choice;
    choice_ = &choice;
    std::vector<Task<>> tasks;
    for (int name : {1, 2, 3}) tasks.push_back(wait_for(1, name));
    tasks.push_back(wait_for(2, 4));
    for (Task<>& task : tasks) task.start();
    raise(1);
    EXPECT_EQ(log_, (std::vector<int>{3, 2, 1}));
    EXPECT_EQ(choice.asked, (std::vector<std::size_t>{3, 2})) << "one alone is not chosen";
    raise(2);
    EXPECT_EQ(log_, (std::vector<int>{3, 2, 1, 4}));
    EXPECT_EQ(choice.asked.size(), 2u);
    EXPECT_TRUE(list_.empty());
}

TEST_F(CoreTask, AChoiceIsAskedHoweverManyWait) {
    for (int waiting = 1; waiting <= 5; ++waiting) {
        LastOne choice;
        choice_ = &choice;
        level_ = 0;
        log_.clear();
        std::vector<Task<>> tasks;
        for (int name = 1; name <= waiting; ++name) tasks.push_back(wait_for(1, name));
        for (Task<>& task : tasks) task.start();
        raise(1);
        std::vector<int> right;
        std::vector<std::size_t> questions;
        for (int name = waiting; name >= 1; --name) right.push_back(name);
        for (int ready = waiting; ready > 1; --ready) questions.push_back(static_cast<std::size_t>(ready));
        EXPECT_EQ(log_, right);
        EXPECT_EQ(choice.asked, questions);
    }
}

TEST_F(CoreTask, WhoWaitsIsVisitedOldestFirst) {
    Task<> first = wait_for(1, 1);
    Task<> second = wait_for(1, 2);
    first.start();
    second.start();
    int visited = 0;
    list_.for_each([&](const WaitReason&) { ++visited; });
    EXPECT_EQ(visited, 2);
    raise(1);
}

TEST_F(CoreTask, AResumedCallMayWaitAgain) {
    Task<int> task = twice(1);
    task.start();
    raise(1);
    EXPECT_FALSE(task.done());
    raise(2);
    ASSERT_TRUE(task.done());
    EXPECT_EQ(task.result(), 10);
    EXPECT_EQ(log_, (std::vector<int>{1, 2}));
}

TEST_F(CoreTask, AnExceptionComesOutOfTheResult) {
    Task<> task = fails();
    task.start();
    EXPECT_FALSE(task.done());
    raise(1);
    ASSERT_TRUE(task.done());
    EXPECT_THROW(task.result(), std::runtime_error);
}

}  // namespace
}  // namespace rmasim
