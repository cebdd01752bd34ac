// Reports hand-made histories to a checker, as a world and a core would report them. A history has three ranks and one
// window.
#pragma once

#include "protocol/newrma/config.h"
#include "protocol/newrma/packets.h"
#include "sim/checkers/invariants/checker.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace rmasim::sim::check {

// Reports calls that return at once. LOCK_ALL acquires the lock on the caller's own window; UNLOCK_ALL releases that
// lock.
class WholeCalls {
public:
    explicit WholeCalls(Checker& checker) : checker_(checker) {}

    void make(Rank rank, const CallRequest& call) {
        checker_.call_began(rank, 0, call);
        if (call.call == Call::lock_all && !has(call.asserts, Assert::nocheck)) {
            checker_.lock_granted(rank, call.window, rank, LockType::shared);
            holding_.emplace(rank, call.window);
        }
        if (call.call == Call::unlock_all && holding_.erase({rank, call.window}) > 0) {
            checker_.lock_released(rank, call.window, rank);
        }
        checker_.call_returned(rank, 0);
    }

private:
    Checker& checker_;
    std::set<std::pair<Rank, WindowId>> holding_;
};

class History : public testing::Test {
protected:
    explicit History(LockOrder order = LockOrder::fifo) : History(small_world(order)) {}
    explicit History(CheckerContext context) : checker(std::move(context)) {}

    using Kind = Call;
    static constexpr auto shared = LockType::shared;
    static constexpr auto exclusive = LockType::exclusive;

    static CheckerContext small_world(LockOrder order = LockOrder::fifo) {
        newrma::Config config;
        config.lock_order = order;
        config.op_pool = {2, 1};
        config.target_pool = {2, 1};
        CheckerContext context{3, {"w"}};
        context.protocol = make_settings(config);
        return context;
    }

    static CallRequest request_for(Kind kind, Rank target, Assert asserts) {
        CallRequest call;
        call.call = kind;
        call.target = target;
        call.asserts = asserts;
        return call;
    }
    void begins(Rank rank, Kind kind, Rank target = no_rank, Assert asserts = Assert::none, ThreadId thread = 0) {
        checker.call_began(rank, thread, request_for(kind, target, asserts));
    }
    void calls_lock(Rank rank, Rank target, LockType type) {
        CallRequest call;
        call.call = Kind::lock;
        call.target = target;
        call.lock_type = type;
        checker.call_began(rank, 0, call);
        if (rank != target) returns(rank);  // LOCK of the caller's own window returns with the grant
    }
    void begins_group(Rank rank, Kind kind, std::vector<Rank> group) {
        CallRequest call;
        call.call = kind;
        call.group = std::move(group);
        checker.call_began(rank, 0, call);
    }
    void begins_wait(Rank rank, RequestId request) {
        CallRequest call;
        call.call = Kind::request_wait;
        call.requests = {request};
        checker.call_began(rank, 0, call);
    }
    void returns(Rank rank, ThreadId thread = 0) { checker.call_returned(rank, thread); }
    void calls(Rank rank, Kind kind, Rank target = no_rank, Assert asserts = Assert::none) {
        whole_calls.make(rank, request_for(kind, target, asserts));
    }

    // Returns a region of `words` words, from word `first` on.
    static Region words_at(std::uint64_t first, std::uint32_t words) {
        return {first * 8, words, 0, 0, Datatype::int64};
    }
    void posts(Rank rank, OpId op, Rank target, OpKind kind = OpKind::put, Region region = words_at(0, 1),
               RequestId request = no_request) {
        Operation operation;
        operation.kind = kind;
        operation.target = target;
        operation.region = region;
        operation.request = request;
        checker.op_posted(rank, op, operation);
    }
    static Packet packet(Rank source, Rank target, PacketKind kind, OpId op = 0, PacketFlag flags = PacketFlag::none,
                         Region region = words_at(0, 1)) {
        Packet made;
        made.source = source;
        made.target = target;
        made.kind = kind;
        made.op = op;
        made.flags = flags;
        made.region = region;
        return made;
    }
    void sends(const Packet& sent) { checker.packet_sent(sent); }
    void receives(const Packet& delivered) { checker.packet_delivered(delivered); }
    // Reports that the operation is sent by its origin, received by its target, and applied to the target's memory.
    void carries_out(const Packet& operation) {
        sends(operation);
        receives(operation);
        checker.op_applied(operation.target, operation);
    }
    void asks(Rank origin, Rank target, PacketFlag flags = PacketFlag::none) {
        receives(packet(origin, target, newrma::kind::lock, 0, flags));
    }
    void grants(Rank target, Rank origin, LockType type) {
        checker.lock_granted(target, 0, origin, type);
        if (origin == target) returns(origin);
    }
    void unlocks(Rank origin, Rank target) {
        receives(packet(origin, target, newrma::kind::unlock));
        checker.lock_released(target, 0, origin);
    }
    // Reports LOCK and its grant.
    void locks(Rank origin, Rank target, LockType type) {
        calls_lock(origin, target, type);
        asks(origin, target);
        grants(target, origin, type);
    }

    void expect_clean() { EXPECT_FALSE(checker.violation()) << checker.violation()->what; }
    void expect_violation(Invariant which, const std::string& what) {
        ASSERT_TRUE(checker.violation()) << "not seen: " << what;
        EXPECT_EQ(checker.violation()->which, which) << checker.violation()->what;
        EXPECT_EQ(checker.violation()->what, what);
    }

    Checker checker;
    WholeCalls whole_calls{checker};
};

}  // namespace rmasim::sim::check
