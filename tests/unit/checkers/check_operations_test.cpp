// The checker's records of operations: correct histories pass, each erroneous one is detected.
#include "tests/unit/checkers/check_history.h"

namespace rmasim::sim::check {

namespace {

class CheckOperations : public History {
protected:
    static constexpr auto once = Invariant::applied_once;
    CheckOperations() { locks(0, 1, exclusive); }

    static inline const Packet put = packet(0, 1, PacketKind::put);
    static inline const Packet get = packet(0, 1, PacketKind::get);
    static inline const Packet put_with_lock = packet(0, 1, PacketKind::put, 0, newrma::flag::lock_exclusive);
    static Packet accumulate(OpId op, Region region = words_at(0, 1)) {
        return packet(0, 1, PacketKind::accumulate, op, PacketFlag::none, region);
    }
};

class CheckOperationsInUnits : public History {
protected:
    static CheckerContext in_units() {
        CheckerContext context = small_world();
        context.disp_units = {PerRank(8)};
        return context;
    }
    CheckOperationsInUnits() : History(in_units()) {}
};

}  // namespace

TEST_F(CheckOperations, PassWhenAllIsRight) {
    posts(0, 0, 1);
    posts(0, 1, 1, OpKind::get);
    carries_out(put);
    checker.op_completed(0, 0, 1);
    carries_out(packet(0, 1, PacketKind::get, 1));
    checker.op_completed(0, 1, 1);
    unlocks(0, 1);
    checker.world_ended(0);
    expect_clean();
}

TEST_F(CheckOperations, MayUseAnElementAgainThatHasLeft) {
    for (int i = 0; i < 2; ++i) {
        posts(0, 0, 1);
        sends(put);
        checker.op_completed(0, 0, 1);
    }
    checker.op_applied(1, put);
    checker.op_applied(1, put);
    expect_clean();
}

TEST_F(CheckOperations, AppliedTwiceAreSeen) {
    posts(0, 0, 1);
    carries_out(put);
    checker.op_applied(1, put);
    expect_violation(
        once, "PUT of rank 0 to rank 1 (window w, displacement 0) is applied, but was already applied, or never sent");
}

TEST_F(CheckOperations, AppliedUnsentAreSeen) {
    posts(0, 0, 1);
    checker.op_applied(1, put);
    expect_violation(
        once, "PUT of rank 0 to rank 1 (window w, displacement 0) is applied, but was already applied, or never sent");
}

TEST_F(CheckOperations, SentUnpostedAreSeen) {
    sends(put);
    expect_violation(
        once,
        "PUT of rank 0 to rank 1 (window w, displacement 0) is sent, but was never issued, or is already complete");
}

TEST_F(CheckOperations, SentAfterTheirEndAreSeen) {
    posts(0, 0, 1);
    carries_out(put);
    checker.op_completed(0, 0, 1);
    sends(put);
    expect_violation(
        once,
        "PUT of rank 0 to rank 1 (window w, displacement 0) is sent, but was never issued, or is already complete");
}

TEST_F(CheckOperations, SentTwiceAreSeen) {
    posts(0, 0, 1);
    sends(put);
    sends(put);
    expect_violation(
        once,
        "PUT of rank 0 to rank 1 (window w, displacement 0) is sent twice, although the first packet was not dropped");
}

TEST_F(CheckOperations, MayGoAgainWhenDropped) {
    posts(0, 0, 1);
    sends(put_with_lock);
    checker.lock_data_dropped(1, 0, 0);
    carries_out(put);
    expect_clean();
}

TEST_F(CheckOperations, AppliedThoughDroppedAreSeen) {
    posts(0, 0, 1);
    sends(put_with_lock);
    checker.lock_data_dropped(1, 0, 0);
    checker.op_applied(1, put_with_lock);
    expect_violation(
        once,
        "PUT+LOCK.X of rank 0 to rank 1 (window w, displacement 0) is applied, but was already applied, or never sent");
}

TEST_F(CheckOperations, NeverAppliedAreSeen) {
    posts(0, 0, 1);
    sends(put);
    checker.op_completed(0, 0, 1);
    checker.world_ended(0);
    expect_violation(once, "put of rank 0 to rank 1 (window w, displacement 0) was never applied");
}

TEST_F(CheckOperations, NeverCompleteAreSeen) {
    posts(0, 0, 1);
    carries_out(put);
    checker.world_ended(0);
    expect_violation(once, "put of rank 0 to rank 1 (window w, displacement 0) was never complete at its origin");
}

TEST_F(CheckOperations, CompleteBeforeTheyAreSentAreSeen) {
    posts(0, 0, 1);
    checker.op_completed(0, 0, 1);
    expect_violation(once,
                     "put of rank 0 to rank 1 (window w, displacement 0) is complete at its origin before it was sent");
}

TEST_F(CheckOperations, FetchingBeforeTheyAreAppliedAreSeen) {
    posts(0, 0, 1, OpKind::get);
    sends(get);
    checker.op_completed(0, 0, 1);
    expect_violation(
        once, "get of rank 0 to rank 1 (window w, displacement 0) is complete at its origin before it was applied");
}

TEST_F(CheckOperations, CompleteTwiceAreSeen) {
    posts(0, 0, 1);
    carries_out(put);
    checker.op_completed(0, 0, 1);
    checker.op_completed(0, 0, 1);
    expect_violation(once, "rank 0 completes an operation that is not in progress");
}

TEST_F(CheckOperations, PostedWithAnElementInUseAreSeen) {
    posts(0, 0, 1);
    posts(0, 0, 1);
    expect_violation(once,
                     "rank 0 issues an operation with an element that is in use by put of rank 0 to rank 1 (window w, "
                     "displacement 0)");
}

TEST_F(CheckOperations, AccumulatesOutOfOrderAreSeen) {
    posts(0, 0, 1, OpKind::accumulate);
    posts(0, 1, 1, OpKind::accumulate);
    carries_out(accumulate(1));
    expect_violation(
        Invariant::accumulates_in_order,
        "accumulate of rank 0 to rank 1 (window w, displacement 0) is applied before accumulate of rank 0 to rank 1 "
        "(window w, displacement 0), which was issued earlier");
}

TEST_F(CheckOperations, AccumulatesElsewhereHaveNoOrder) {
    posts(0, 0, 1, OpKind::accumulate, words_at(4, 2));
    posts(0, 1, 1, OpKind::accumulate);
    posts(0, 2, 1, OpKind::put);
    carries_out(packet(0, 1, PacketKind::put, 2));
    carries_out(accumulate(1));
    carries_out(accumulate(0, words_at(4, 2)));
    expect_clean();
}

TEST(CheckOperationsUnordered, MayBeAppliedInAnyOrder) {
    newrma::Config config;
    config.accumulate_ordering = false;
    CheckerContext context{2, {"w"}};
    context.protocol = make_settings(config);
    Checker checker(context);
    CallRequest fence;
    fence.call = Call::fence;
    Packet packet;
    packet.kind = PacketKind::accumulate;
    packet.source = 0;
    packet.target = 1;
    for (Rank rank = 0; rank < 2; ++rank) checker.call_began(rank, 0, fence);
    Operation operation;
    operation.kind = OpKind::accumulate;
    operation.target = 1;
    operation.region.count = packet.region.count = 1;
    for (OpId op = 0; op < 2; ++op) {
        checker.op_posted(0, op, operation);
        packet.op = op;
        checker.packet_sent(packet);
    }
    checker.op_applied(1, packet);
    packet.op = 0;
    checker.op_applied(1, packet);
    EXPECT_FALSE(checker.violation());
}

TEST(CheckOverlap, OfRunsAndVectors) {
    const Region run{8, 2, 0, 0, Datatype::int64};          // 8 to 24
    const Region after{24, 1, 0, 0, Datatype::int64};       // 24 to 32
    const Region every_other{0, 3, 1, 2, Datatype::int64};  // 0, 16, 32
    const Region in_its_gaps{8, 2, 1, 2, Datatype::int64};  // 8, 24
    EXPECT_FALSE(overlap(run, after));
    EXPECT_FALSE(overlap(after, run));
    EXPECT_TRUE(overlap(run, {20, 1, 0, 0, Datatype::int32}));
    EXPECT_TRUE(overlap(run, every_other));
    EXPECT_TRUE(overlap(run, {20, 2, 1, 4, Datatype::int32})) << "the second element of the run";
    EXPECT_FALSE(overlap(run, {24, 2, 1, 4, Datatype::int32}));
    EXPECT_TRUE(overlap(every_other, every_other));
    EXPECT_FALSE(overlap(every_other, in_its_gaps));
    EXPECT_FALSE(overlap(every_other, after));
    EXPECT_FALSE(overlap(run, {8, 0, 0, 0, Datatype::int64}));
}

TEST_F(CheckOperations, OnTheOwnWindowThatOvertakeQueuedOnesAreSeen) {
    for (Rank rank = 0; rank < 3; ++rank) begins(rank, Kind::fence);
    Operation own;
    own.kind = OpKind::accumulate;
    own.target = 0;
    own.region = words_at(0, 1);
    checker.op_posted(0, 0, own);
    checker.op_posted(0, 1, own);
    checker.op_issued(0, 0, 0);
    checker.op_local(0, own);
    checker.op_completed(0, 0, 0);
    expect_clean();
    checker.op_local(0, own);
    expect_violation(
        Invariant::accumulates_in_order,
        "accumulate of rank 0 to itself (window w, displacement 0) is applied before accumulate of rank 0 to rank 0 "
        "(window w, displacement 0), which was issued earlier");
}

// Both displacements have the window's unit, although a rank accesses its own memory by bytes.
TEST_F(CheckOperationsInUnits, OnTheOwnWindowAreNamedByTheirDisplacement) {
    for (Rank rank = 0; rank < 3; ++rank) begins(rank, Kind::fence);
    Operation own;
    own.kind = OpKind::accumulate;
    own.target = 0;
    own.region = {2, 3, 0, 0, Datatype::int64};
    checker.op_posted(0, 0, own);
    own.region.disp = 24;  // bytes
    own.region.count = 1;
    checker.op_local(0, own);
    expect_violation(
        Invariant::accumulates_in_order,
        "accumulate of rank 0 to itself (window w, displacement 3) is applied before accumulate of rank 0 to rank 0 "
        "(window w, displacement 2), which was issued earlier");
}

TEST_F(CheckOperations, OnTheOwnWindowBesideOneThatWaitsPass) {
    for (Rank rank = 0; rank < 3; ++rank) begins(rank, Kind::fence);
    Operation waiting;
    waiting.kind = OpKind::accumulate;
    waiting.target = 0;
    waiting.region = words_at(0, 1);
    checker.op_posted(0, 0, waiting);
    const Packet to_itself = packet(0, 0, PacketKind::accumulate, 0, PacketFlag::none, waiting.region);
    sends(to_itself);
    Operation got = waiting;
    got.kind = OpKind::get;
    checker.op_local(0, got);
    checker.op_applied(0, to_itself);
    checker.op_completed(0, 0, 0);
    expect_clean();
}

TEST_F(CheckOperations, CompleteWhenTheirDataHaveLeftPass) {
    posts(0, 0, 1);
    carries_out(put);
    checker.sent_from_memory(put);
    checker.send_completed(put);
    checker.op_completed(0, 0, 1);
    unlocks(0, 1);
    checker.world_ended(0);
    expect_clean();
}

TEST_F(CheckOperations, CompleteBeforeTheirDataHaveLeftAreSeen) {
    posts(0, 0, 1);
    sends(put);
    checker.sent_from_memory(put);
    checker.op_completed(0, 0, 1);
    expect_violation(
        Invariant::data_leave_first,
        "put of rank 0 to rank 1 (window w, displacement 0) is complete at its origin before its data have left");
}

// Only the kind differs.
TEST_F(CheckOperations, AnotherKindOfPacketIsAnotherOperation) {
    constexpr OpKind kinds[] = {OpKind::put,          OpKind::get,
                                OpKind::accumulate,   OpKind::get_accumulate,
                                OpKind::fetch_and_op, OpKind::compare_and_swap};
    for (const OpKind posted : kinds) {
        for (const OpKind sent : kinds) {
            checker.reset();
            calls(0, Kind::lock_all);
            posts(0, 0, 1, posted);
            sends(packet(0, 1, packet_kind_of(sent)));
            EXPECT_EQ(!checker.violation(), posted == sent) << name_of(posted) << ' ' << name_of(sent);
        }
    }
}

TEST_F(CheckOperations, ThatFetchAndSendCompleteWhenTheirDataHaveLeftToo) {
    const Packet both = packet(0, 1, PacketKind::get_accumulate);
    calls(0, Kind::lock_all);
    posts(0, 0, 1, OpKind::get_accumulate);
    sends(both);
    checker.sent_from_memory(both);
    checker.op_applied(1, both);
    checker.op_completed(0, 0, 1);
    expect_violation(
        Invariant::data_leave_first,
        "get_accumulate of rank 0 to rank 1 (window w, displacement 0) is complete at its origin before its data "
        "have left");
}

}  // namespace rmasim::sim::check
