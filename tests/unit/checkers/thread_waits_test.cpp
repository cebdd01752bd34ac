// The report of a deadlock for threads that wait for other threads of their rank: one test for each state of the other
// threads, and one for all states at once.
#include "sim/checkers/diagnosis/thread_waits.h"
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "sim/untimed/fuzz/run/scheduler.h"
#include "sim/untimed/world/untimed_world.h"
#include "sim/untimed/world/waits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rmasim::sim::thread_waits {

using testing::ElementsAre;
using testing::HasSubstr;

namespace {

// Rank 0 runs the lists of calls as threads, in addition to a rank without a program.
class Stuck {
public:
    explicit Stuck(const std::string& threads)
        : scenario_(parse_scenario(parse_json(R"({"name": "t", "ranks": 2, "windows": {"w": {"bytes": 8}},
              "programs": [{"ranks": "0", "threads": )" +
                                              threads + "}]}"),
                                   ".")),
          world_(scenario_) {
        fuzz::Scheduler scheduler(1, scenario_.ranks);
        result_ = fuzz::run_by(scheduler, world_);
    }

    StepResult result() const { return result_; }
    std::vector<std::string> lines() const { return waits_of(world_); }
    std::string cause() const { return cause_among(world_.threads(0)); }

private:
    Scenario scenario_;
    UntimedWorld world_;
    StepResult result_ = StepResult::continued;
};

}  // namespace

// A thread waits for a flag that two other threads may set. One of these threads is inside a call of MPI, so the
// threads are not the cause of the wait. The order of the threads has no influence.
TEST(ThreadWaits, ACallThatMayReturnAndSetTheFlagIsNoCauseAmongThreads) {
    const std::string waiting = R"([{"wait_flag": {"flag": "f", "value": 1}}, {"thread_barrier": {}}])";
    const std::string receiving = R"([{"recv": {"source": 1}}, {"set_flag": {"flag": "f", "value": 1}}])";
    const std::string meeting = R"([{"thread_barrier": {}}, {"set_flag": {"flag": "f", "value": 1}}])";
    for (const std::string& threads :
         {waiting + ", " + receiving + ", " + meeting, waiting + ", " + meeting + ", " + receiving}) {
        const Stuck stuck("[" + threads + "]");
        EXPECT_EQ(stuck.cause(), "") << threads;
        EXPECT_THAT(stuck.lines().front(), HasSubstr("rank 1")) << threads;
    }
}

// Without the receiver the two wait for each other.
TEST(ThreadWaits, AFlagAndABarrierMakeACircle) {
    const Stuck stuck(R"([[{"wait_flag": {"flag": "f", "value": 1}}, {"thread_barrier": {}}],
                          [{"thread_barrier": {}}, {"set_flag": {"flag": "f", "value": 1}}]])");
    EXPECT_EQ(stuck.cause(),
              "threads of rank 0 wait for each other: thread 0 at wait_flag for thread 1, "
              "thread 1 at thread_barrier for thread 0");
}

// A barrier needs all threads: one that has ended is the cause, whatever the others do.
TEST(ThreadWaits, ABarrierWaitsForEachOfThreeKinds) {
    const Stuck stuck(R"([[{"thread_barrier": {}}],
                          [{"recv": {"source": 1}}, {"thread_barrier": {}}],
                          [{"join": {"thread": 0}}, {"thread_barrier": {}}],
                          [{"compute": {"ns": 1}}]])");
    EXPECT_EQ(stuck.result(), StepResult::continued);
    const std::string awaited =
        "thread 1, which is inside recv; thread 2, which is blocked at join; "
        "thread 3, whose program has ended";
    EXPECT_EQ(stuck.cause(), "rank 0 thread 0 waits at thread_barrier for " + awaited);
    EXPECT_THAT(
        stuck.lines(),
        ElementsAre("rank 0 thread 0 waits at thread_barrier for " + awaited,
                    HasSubstr("rank 0 thread 1: recv at programs[0].threads[1][0].recv waits for "),
                    "rank 0 thread 0: thread_barrier at programs[0].threads[0][0].thread_barrier waits for " + awaited,
                    "rank 0 thread 2: join at programs[0].threads[2][0].join waits for thread 0, "
                    "which is blocked at thread_barrier"));
}

// An error stops a run when some threads have not begun: a report on such a world must not look for their call.
TEST(ThreadWaits, AWorldThatAnErrorStoppedHasThreadsBetweenCalls) {
    const Stuck stuck(R"([[{"thread_barrier": {}}], [{"put": {"target": 1}}, {"thread_barrier": {}}],
                          [{"put": {"target": 1}}, {"thread_barrier": {}}],
                          [{"put": {"target": 1}}, {"thread_barrier": {}}]])");
    EXPECT_EQ(stuck.result(), StepResult::erroneous);
    for (const std::string& line : stuck.lines()) EXPECT_THAT(line, testing::Not(HasSubstr("inside put")));
}

}  // namespace rmasim::sim::thread_waits
