// The scope of the guarantees of calls, and the operation that each packet belongs to.
#include "tests/unit/checkers/check_scope.h"

namespace rmasim::sim::check {

namespace {

// ---- FLUSH_LOCAL

class CheckFlushLocal : public CheckScope {
protected:
    // Rank 0 posts to rank 1 on window w; the operation is not complete.
    CheckFlushLocal() {
        calls(0, request(Call::lock_all, w));
        calls(0, request(Call::lock_all, s));
        posts(0, 0, 1);
    }
    static inline const char* const not_complete =
        "put of rank 0 to rank 1 (window w, displacement 0) is not complete at its origin when ";
};

TEST_F(CheckFlushLocal, OfTheTarget) {
    calls(0, request(Call::flush_local, w, 1));
    expect_violation(kept, std::string(not_complete) + "flush_local returns");
}

TEST_F(CheckFlushLocal, OfAllTargets) {
    calls(0, request(Call::flush_local_all, w));
    expect_violation(kept, std::string(not_complete) + "flush_local_all returns");
}

TEST_F(CheckFlushLocal, NotOfAnotherTargetOrWindowOrRank) {
    posts(0, 1, 3, s);
    checker.packet_sent(packet(0, 3, s, PacketKind::put, 1));
    checker.op_completed(0, 1, 3);
    calls(0, request(Call::flush_local, w, 2));
    calls(0, request(Call::flush_local_all, s));
    calls(2, request(Call::lock_all, w));
    calls(2, request(Call::flush_local_all, w));
    expect_clean();
}

TEST_F(CheckFlushLocal, NotOfWhatIsPostedMeanwhile) {
    checker.packet_sent(packet(0, 1, w, PacketKind::put));
    checker.op_completed(0, 0, 1);
    begins(0, request(Call::flush_local_all, w));
    posts(0, 1, 1);
    returns(0);
    expect_clean();
}

TEST_F(CheckFlushLocal, NeedsNoTarget) {
    checker.packet_sent(packet(0, 1, w, PacketKind::put));
    checker.op_completed(0, 0, 1);
    calls(0, request(Call::flush_local, w, 1));
    calls(0, request(Call::flush_local_all, w));
    expect_clean();  // complete at its origin, not applied
}

// ---- What calls promise about the targets

TEST_F(CheckScope, AFlushIsAboutEveryOperationBeforeIt) {
    calls(0, request(Call::lock_all, w));
    grants(1, 0, w, LockType::shared);
    posts(0, 0, 1);
    posts(0, 1, 1, w, OpKind::put, words(4, 1));
    carries_out(packet(0, 1, w, PacketKind::put));
    calls(0, request(Call::flush, w, 2));
    expect_clean();
    calls(0, request(Call::flush, w, 1));
    expect_violation(kept, "put of rank 0 to rank 1 (window w, displacement 32) is not applied when flush returns");
}

TEST_F(CheckScope, AFlushIsNotAboutAnotherWindow) {
    calls(0, request(Call::lock_all, w));
    calls(0, request(Call::lock_all, s));
    posts(0, 0, 3, s);
    calls(0, request(Call::flush_all, w));
    expect_clean();
    calls(0, request(Call::flush_all, s));
    expect_violation(kept, "put of rank 0 to rank 3 (window s, displacement 0) is not applied when flush_all returns");
}

TEST_F(CheckScope, ThreadsHaveCallsOfTheirOwn) {
    calls(0, request(Call::lock_all, w));
    posts(0, 0, 1);
    begins(0, request(Call::flush, w, 2), 0);
    begins(0, request(Call::flush, w, 1), 1);
    returns(0, 0);
    expect_clean();
    returns(0, 1);
    expect_violation(kept, "put of rank 0 to rank 1 (window w, displacement 0) is not applied when flush returns");
}

TEST_F(CheckScope, ARequestIsOneOfThoseWaitedFor) {
    calls(0, request(Call::lock_all, w));
    Operation operation;
    operation.target = 1;
    operation.request = 7;
    operation.region = words(0, 1);
    checker.op_posted(0, 0, operation);
    CallRequest other;
    other.call = Call::request_wait;
    other.requests = {8};
    calls(0, other);
    expect_clean();
    other.requests = {8, 7};
    calls(0, other);
    expect_violation(
        kept,
        "put of rank 0 to rank 1 (window w, displacement 0) is not complete at its origin when request_wait "
        "returns");
}

// ---- Operations are distinguished

class CheckSame : public CheckScope, public testing::WithParamInterface<const char*> {};

TEST_P(CheckSame, OnlyThePostedOperationMayBeSent) {
    for (const WindowId window : {w, s}) calls(0, request(Call::lock_all, window));
    posts(0, 0, 2, w, OpKind::put, words(1, 2));
    const std::string differs = GetParam();
    Packet sent = packet(0, 2, w, PacketKind::put, 0, words(1, 2));
    if (differs == "kind") sent.kind = PacketKind::accumulate;
    if (differs == "target") sent.target = 3;
    if (differs == "window") sent.window = s;
    if (differs == "place") sent.region = words(2, 2);
    if (differs == "count") sent.region = words(1, 1);
    if (differs == "element") sent.op = 1;
    if (differs == "origin") sent.source = 1;
    checker.packet_sent(sent);
    EXPECT_EQ(!checker.violation(), differs == "nothing");
    if (!checker.violation()) return;
    EXPECT_EQ(checker.violation()->which, once);
    EXPECT_NE(checker.violation()->what.find("is sent, but was never issued, or is already complete"),
              std::string::npos);
}

TEST_P(CheckSame, OnlyTheSentOperationMayBeApplied) {
    for (const WindowId window : {w, s}) calls(0, request(Call::lock_all, window, no_rank, Assert::nocheck));
    posts(0, 0, 2, w, OpKind::put, words(1, 2));
    Packet sent = packet(0, 2, w, PacketKind::put, 0, words(1, 2));
    checker.packet_sent(sent);
    const std::string differs = GetParam();
    if (differs == "kind") sent.kind = PacketKind::accumulate;
    if (differs == "target") sent.target = 3;
    if (differs == "window") sent.window = s;
    if (differs == "place") sent.region = words(2, 2);
    if (differs == "count") sent.region = words(1, 1);
    if (differs == "element") sent.op = 1;
    if (differs == "origin") sent.source = 1;
    applies(sent);
    EXPECT_EQ(!checker.violation(), differs == "nothing");
    if (!checker.violation()) return;
    EXPECT_EQ(checker.violation()->which, once);
    EXPECT_NE(checker.violation()->what.find("is applied, but was already applied, or never sent"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(CheckScope, CheckSame,
                         testing::Values("nothing", "kind", "target", "window", "place", "count", "element", "origin"));

// A drop is about the operation that carried the lock request of that origin, not about others.
TEST_F(CheckScope, ADropIsAboutTheOperationWithTheLock) {
    calls(0, request(Call::lock_all, w));
    calls(2, request(Call::lock_all, w));
    posts(0, 0, 1);
    posts(0, 1, 1, w, OpKind::put, words(1, 1));
    Packet with_lock = packet(0, 1, w, PacketKind::put);
    with_lock.flags = newrma::flag::lock_shared;
    checker.packet_sent(with_lock);
    checker.packet_sent(packet(0, 1, w, PacketKind::put, 1, words(1, 1)));
    checker.lock_data_dropped(1, w, 2);
    checker.lock_data_dropped(1, w, 0);
    checker.packet_sent(with_lock);
    expect_clean();
    checker.packet_sent(packet(0, 1, w, PacketKind::put, 1, words(1, 1)));
    expect_violation(
        once,
        "PUT of rank 0 to rank 1 (window w, displacement 8) is sent twice, although the first packet was not dropped");
}

// ---- Accumulates in order

TEST(CheckOverlapOfSizes, IsAboutBytes) {
    const Region byte_at_15{15, 1, 0, 0, Datatype::byte};
    const Region byte_at_16{16, 1, 0, 0, Datatype::byte};
    const Region wide{8, 1, 0, 0, Datatype::int64};             // 8 to 16
    const Region wide_vector{8, 2, 1, 2, Datatype::int64};      // 8 to 16, 24 to 32
    const Region small_vector{12, 2, 1, 3, Datatype::int32};    // 12 to 16, 24 to 28
    const Region between_them{16, 2, 1, 2, Datatype::int32};    // 16 to 20, 24 to 28
    const Region in_the_gap{16, 2, 0, 0, Datatype::int32};      // 16 to 24
    const Region bytes_apart{4, 3, 1, 12, Datatype::byte};      // 4, 16, 28
    const Region halves_in_gaps{16, 2, 1, 8, Datatype::int16};  // 16 to 18, 32 to 34
    const auto both_ways = [](const Region& a, const Region& b) {
        EXPECT_EQ(overlap(a, b), overlap(b, a));
        return overlap(a, b);
    };
    EXPECT_TRUE(both_ways(byte_at_15, wide));
    EXPECT_FALSE(both_ways(byte_at_16, wide));
    EXPECT_TRUE(both_ways(byte_at_15, wide_vector)) << "the last byte of an element, not its first";
    EXPECT_FALSE(both_ways(byte_at_16, wide_vector));
    EXPECT_TRUE(both_ways(wide_vector, small_vector));
    EXPECT_TRUE(both_ways(wide_vector, between_them));
    EXPECT_FALSE(both_ways(wide_vector, in_the_gap));
    EXPECT_TRUE(both_ways(wide_vector, bytes_apart)) << "byte 28 is in the middle of the second element";
    EXPECT_FALSE(both_ways(wide_vector, halves_in_gaps));
    EXPECT_TRUE(both_ways(wide, small_vector)) << "bytes 12 to 16";
}

TEST_F(CheckScope, AccumulatesOfDifferentSizesHaveAnOrder) {
    calls(0, request(Call::lock_all, w));
    grants(1, 0, w, LockType::shared);
    const Region narrow{12, 1, 0, 0, Datatype::int32};  // in the second half of the word at 8
    posts(0, 0, 1, w, OpKind::accumulate, words(1, 1));
    posts(0, 1, 1, w, OpKind::fetch_and_op, narrow);
    carries_out(packet(0, 1, w, PacketKind::fetch_and_op, 1, narrow));
    expect_violation(
        Invariant::accumulates_in_order,
        "fetch_and_op of rank 0 to rank 1 (window w, displacement 12) is applied before accumulate of rank 0 to "
        "rank 1 (window w, displacement 8), which was issued earlier");
}

TEST_F(CheckScope, OtherOperationsAndOriginsHaveNoOrder) {
    for (const Rank origin : {0, 2}) {
        calls(origin, request(Call::lock_all, w));
        grants(1, origin, w, LockType::shared);
    }
    posts(0, 0, 1, w, OpKind::put);
    posts(2, 0, 1, w, OpKind::accumulate);
    posts(0, 1, 1, w, OpKind::accumulate);
    carries_out(packet(0, 1, w, PacketKind::accumulate, 1));
    carries_out(packet(0, 1, w, PacketKind::put));
    carries_out(packet(2, 1, w, PacketKind::accumulate));
    expect_clean();
}

}  // namespace

}  // namespace rmasim::sim::check
