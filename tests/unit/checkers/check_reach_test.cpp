// An agent that is a separate process must not access private memory.
#include "sim/checkers/invariants/reach.h"

#include <gtest/gtest.h>

namespace rmasim::sim::check {
namespace {

class CheckReach : public testing::Test {
protected:
    static CheckerContext world() {
        CheckerContext context{2, {"s", "p"}, &family_named("oldqueue")};
        context.private_memory = {false, true};
        return context;
    }
    static constexpr WindowId in_shared_memory = 0, in_private_memory = 1;

    CheckerContext context = world();
    Findings findings;
    Reach reach{context, findings};
};

TEST_F(CheckReach, AProcessTouchesNoPrivateMemory) {
    reach.poll_began(0, Poller::agent_process);
    reach.accessed(0, in_shared_memory);
    reach.accessed(1, in_private_memory);  // another rank's, which looks itself
    EXPECT_FALSE(findings.first());
    reach.accessed(0, in_private_memory);
    ASSERT_TRUE(findings.first());
    EXPECT_EQ(findings.first()->which, Invariant::within_reach);
    EXPECT_EQ(findings.first()->what, "the agent of rank 0, a process, accessed window p, which is private");
}

TEST_F(CheckReach, OthersMay) {
    for (const Poller poller : {Poller::rank, Poller::agent}) {
        reach.poll_began(0, poller);
        reach.accessed(0, in_private_memory);
        reach.poll_ended(0);
    }
    reach.poll_began(0, Poller::agent_process);
    reach.poll_ended(0);
    reach.accessed(0, in_private_memory);
    EXPECT_FALSE(findings.first());
}

// The data of an operation are read or written when it completes at its origin.
TEST_F(CheckReach, AProcessTouchesNoPrivateData) {
    const auto complete = [this](const OriginBuffer& data, OpKind kind) {
        Operation operation;
        operation.kind = kind;
        (kind == OpKind::get ? operation.result : operation.origin) = data;
        reach.posted(0, 3, operation);
        reach.poll_began(0, Poller::agent_process);
        reach.completed(0, 3);
        reach.poll_ended(0);
        const std::string what = findings.first() ? findings.first()->what : "";
        findings.clear();
        return what;
    };
    const std::string touched = "the agent of rank 0, a process, accessed private memory of an operation";
    EXPECT_EQ(complete(window_buffer(in_shared_memory, 0, 8), OpKind::get), "");
    EXPECT_EQ(complete(window_buffer(in_shared_memory, 0, 8), OpKind::put), "");
    EXPECT_EQ(complete(window_buffer(in_private_memory, 0, 8), OpKind::get), touched);
    EXPECT_EQ(complete(window_buffer(in_private_memory, 0, 8), OpKind::put), touched);
    EXPECT_EQ(complete(affine_buffer(1, 0), OpKind::put), touched);
    EXPECT_EQ(complete(variable_buffer(0, 0), OpKind::get), touched);
    reach.completed(0, 3);
    EXPECT_FALSE(findings.first()) << "the rank itself";
}

}  // namespace
}  // namespace rmasim::sim::check
