// A small world for tests of the checker's rules. The scope of a rule is the window, target, epoch, operation or pool
// that the rule concerns. A rule with too large a scope reports correct runs. A rule with too small a scope misses a
// fault.
#pragma once

#include "tests/unit/checkers/check_history.h"

namespace rmasim::sim::check {

// A world of four ranks, two on each node, and two windows: "w", and "s" in shared memory.
class CheckScope : public testing::Test {
protected:
    static constexpr WindowId w = 0, s = 1;
    static constexpr auto kept = Invariant::epoch_kept;
    static constexpr auto once = Invariant::applied_once;

    static CheckerContext world() {
        newrma::Config config;
        config.op_pool = {2, 3};
        config.target_pool = {1, 4};
        CheckerContext context{4, {"w", "s"}};
        context.protocol = make_settings(config);
        context.shared = {false, true};
        context.ranks_per_node = 2;
        return context;
    }

    void begins(Rank rank, CallRequest call, ThreadId thread = 0) { checker.call_began(rank, thread, call); }
    void returns(Rank rank, ThreadId thread = 0) { checker.call_returned(rank, thread); }
    void calls(Rank rank, const CallRequest& call) { whole_calls.make(rank, call); }
    static CallRequest request(Call call, WindowId window, Rank target = no_rank, Assert asserts = Assert::none) {
        CallRequest made;
        made.call = call;
        made.window = window;
        made.target = target;
        made.asserts = asserts;
        return made;
    }
    static CallRequest with_group(Call call, Group group) {
        CallRequest made;
        made.call = call;
        made.group = std::move(group);
        return made;
    }

    static Region words(std::uint64_t first, std::uint32_t count) { return {first * 8, count, 0, 0, Datatype::int64}; }
    static Packet packet(Rank source, Rank target, WindowId window, PacketKind kind, OpId op = 0,
                         Region region = words(0, 1)) {
        Packet made;
        made.source = source;
        made.target = target;
        made.window = window;
        made.kind = kind;
        made.op = op;
        made.region = region;
        return made;
    }
    void posts(Rank rank, OpId op, Rank target, WindowId window = w, OpKind kind = OpKind::put,
               Region region = words(0, 1)) {
        Operation operation;
        operation.kind = kind;
        operation.target = target;
        operation.window = window;
        operation.region = region;
        checker.op_posted(rank, op, operation);
    }
    void applies(const Packet& operation) { checker.op_applied(operation.target, operation); }
    void carries_out(const Packet& operation) {
        checker.packet_sent(operation);
        checker.packet_delivered(operation);
        applies(operation);
    }
    void opens_fence(Rank rank, WindowId window) {
        calls(rank, request(Call::fence, window, no_rank, Assert::noprecede));
    }
    void grants(Rank target, Rank origin, WindowId window, LockType type) {
        checker.packet_delivered(packet(origin, target, window, newrma::kind::lock));
        checker.lock_granted(target, window, origin, type);
    }

    void expect_clean() { EXPECT_FALSE(checker.violation()) << checker.violation()->what; }
    void expect_violation(Invariant which, const std::string& what) {
        ASSERT_TRUE(checker.violation()) << "not seen: " << what;
        EXPECT_EQ(checker.violation()->which, which);
        EXPECT_EQ(checker.violation()->what, what);
    }

    Checker checker{world()};
    WholeCalls whole_calls{checker};
};

}  // namespace rmasim::sim::check
