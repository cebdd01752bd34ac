// An agent that is a process touches no private memory.
#include "sim/check/reach.h"

#include <gtest/gtest.h>

namespace rmasim::sim::check {
namespace {

class CheckReach : public testing::Test {
protected:
    static Setting world() {
        Setting setting{2, {"s", "p"}};
        setting.private_memory = {false, true};
        return setting;
    }
    static constexpr WindowId in_shared_memory = 0, in_private_memory = 1;

    Setting setting = world();
    Findings findings;
    Reach reach{setting, findings};
};

TEST_F(CheckReach, AProcessTouchesNoPrivateMemory) {
    reach.look_began(0, Looker::agent_process);
    reach.accessed(0, in_shared_memory);
    reach.accessed(1, in_private_memory);  // another rank's, which looks itself
    EXPECT_FALSE(findings.first());
    reach.accessed(0, in_private_memory);
    ASSERT_TRUE(findings.first());
    EXPECT_EQ(findings.first()->which, Invariant::within_reach);
    EXPECT_EQ(findings.first()->what, "the agent of rank 0, a process, accessed window p, which is private");
}

TEST_F(CheckReach, OthersMay) {
    for (const Looker looker : {Looker::rank, Looker::agent}) {
        reach.look_began(0, looker);
        reach.accessed(0, in_private_memory);
        reach.look_ended(0);
    }
    reach.look_began(0, Looker::agent_process);
    reach.look_ended(0);
    reach.accessed(0, in_private_memory);
    EXPECT_FALSE(findings.first());
}

}  // namespace
}  // namespace rmasim::sim::check
