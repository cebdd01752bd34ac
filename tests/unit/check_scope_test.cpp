// How far each rule of the checker reaches: which window, target, epoch, operation and pool it is about. A rule that
// reaches too far reports what is right, one that does not reach far enough misses a fault; both are seen here.
#include "protocol/newrma/engine.h"
#include "tests/unit/check_history.h"
#include "tests/unit/no_data.h"
#include "tests/unit/requests.h"

namespace rmasim::sim::check {

namespace {

// Four ranks, two a node, and two windows: "w", and "s" in shared memory.
class CheckScope : public testing::Test {
protected:
    static constexpr WindowId w = 0, s = 1;
    static constexpr auto kept = Invariant::epoch_kept;
    static constexpr auto once = Invariant::applied_once;

    static Setting world() {
        newrma::Config config;
        config.op_pool = {2, 3};
        config.target_pool = {1, 4};
        Setting setting{4, {"w", "s"}};
        setting.protocol = make_settings(config);
        setting.shared = {false, true};
        setting.ranks_per_node = 2;
        return setting;
    }

    void begins(Rank rank, CallRequest call, ThreadId thread = 0) { checker.call_began(rank, thread, call); }
    void returns(Rank rank, ThreadId thread = 0) { checker.call_returned(rank, thread); }
    void calls(Rank rank, const CallRequest& call) {
        begins(rank, call);
        returns(rank);
    }
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

    static Region words(std::uint64_t first, std::uint32_t count) {
        return {first * 8, count, 0, 0, Datatype::int64};
    }
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

    Checker checker{world(), nullptr};
};

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
        "put of rank 0 to rank 1 (window w, byte 0) is not complete at its origin when ";
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
    expect_violation(kept, "put of rank 0 to rank 1 (window w, byte 32) is not applied when flush returns");
}

TEST_F(CheckScope, AFlushIsNotAboutAnotherWindow) {
    calls(0, request(Call::lock_all, w));
    calls(0, request(Call::lock_all, s));
    posts(0, 0, 3, s);
    calls(0, request(Call::flush_all, w));
    expect_clean();
    calls(0, request(Call::flush_all, s));
    expect_violation(kept, "put of rank 0 to rank 3 (window s, byte 0) is not applied when flush_all returns");
}

TEST_F(CheckScope, ThreadsHaveCallsOfTheirOwn) {
    calls(0, request(Call::lock_all, w));
    posts(0, 0, 1);
    begins(0, request(Call::flush, w, 2), 0);
    begins(0, request(Call::flush, w, 1), 1);
    returns(0, 0);
    expect_clean();
    returns(0, 1);
    expect_violation(kept, "put of rank 0 to rank 1 (window w, byte 0) is not applied when flush returns");
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
    expect_violation(kept, "put of rank 0 to rank 1 (window w, byte 0) is not complete at its origin when request_wait "
                           "returns");
}

// ---- Operations are told apart

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
    EXPECT_NE(checker.violation()->what.find("is sent, but was not posted, or is complete"), std::string::npos);
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
    EXPECT_NE(checker.violation()->what.find("is applied, but was applied before, or never sent"), std::string::npos);
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
    expect_violation(once, "PUT of rank 0 to rank 1 (window w, byte 8) is sent twice, though it was not dropped");
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
    expect_violation(Invariant::accumulates_in_order,
                     "fetch_and_op of rank 0 to rank 1 (window w, byte 12) is applied before accumulate of rank 0 to "
                     "rank 1 (window w, byte 8), which was posted before it");
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

// ---- NOCHECK

constexpr const char* without_lock = "rank 0 touches the memory of rank 1 (window w) without its lock";

class CheckNocheck : public CheckScope {
protected:
    void touches(Rank target, WindowId window = w) {
        posts(0, op, target, window);
        carries_out(packet(0, target, window, PacketKind::put, op++));
    }
    void expect_unlocked() { expect_violation(Invariant::exclusive_alone, without_lock); }
    OpId op = 0;
};

TEST_F(CheckNocheck, IsAboutItsTarget) {
    calls(0, request(Call::lock, w, 2, Assert::nocheck));
    calls(0, request(Call::lock, w, 1));
    touches(2);
    expect_clean();
    touches(1);
    expect_unlocked();
}

TEST_F(CheckNocheck, IsAboutItsWindow) {
    calls(0, request(Call::lock, s, 1, Assert::nocheck));
    calls(0, request(Call::lock, w, 1));
    touches(1, s);
    expect_clean();
    touches(1);
    expect_unlocked();
}

TEST_F(CheckNocheck, EndsWithUnlock) {
    calls(0, request(Call::lock, w, 1, Assert::nocheck));
    touches(1);
    calls(0, request(Call::unlock, w, 1));
    calls(0, request(Call::lock, w, 1));
    expect_clean();
    touches(1);
    expect_unlocked();
}

TEST_F(CheckNocheck, EndsWithUnlockAll) {
    calls(0, request(Call::lock_all, w, no_rank, Assert::nocheck));
    touches(1);
    calls(0, request(Call::unlock_all, w));
    calls(0, request(Call::lock_all, w));
    expect_clean();
    touches(1);
    expect_unlocked();
}

TEST_F(CheckNocheck, OfLockAllIsNotOfALaterLock) {
    calls(0, request(Call::lock_all, w, no_rank, Assert::nocheck));
    calls(0, request(Call::unlock_all, w));
    calls(0, request(Call::lock, w, 1));
    touches(1);
    expect_unlocked();
}

TEST_F(CheckNocheck, OfLockIsNotOfALaterLockAll) {
    calls(0, request(Call::lock, w, 1, Assert::nocheck));
    calls(0, request(Call::unlock, w, 1));
    calls(0, request(Call::lock_all, w));
    touches(1);
    expect_unlocked();
}

TEST_F(CheckNocheck, IsGoneAfterAReset) {
    calls(0, request(Call::lock_all, w, no_rank, Assert::nocheck));
    checker.reset();
    calls(0, request(Call::lock_all, w));
    touches(1);
    expect_unlocked();
}

// ---- Locks

TEST_F(CheckScope, LocksAreOfTheirWindow) {
    calls(0, request(Call::lock, w, 1));
    grants(1, 0, w, LockType::shared);
    calls(2, request(Call::lock_all, s));
    grants(1, 2, s, LockType::shared);
    CallRequest alone = request(Call::lock, w, 3);
    alone.lock_type = LockType::exclusive;
    calls(2, alone);
    grants(3, 2, w, LockType::exclusive);
    expect_clean();
    checker.lock_released(1, s, 0);
    expect_violation(Invariant::grant_asked_for,
                     "rank 1 takes its lock (window s) back from rank 0, which does not hold it");
}

TEST_F(CheckScope, AnExclusiveHolderIsGoneWhenItUnlocks) {
    CallRequest alone = request(Call::lock, w, 1);
    alone.lock_type = LockType::exclusive;
    for (const Rank origin : {0, 2}) {
        calls(origin, alone);
        grants(1, origin, w, LockType::exclusive);
        checker.packet_delivered(packet(origin, 1, w, newrma::kind::unlock));
        checker.lock_released(1, w, origin);
        calls(origin, request(Call::unlock, w, 1));
    }
    expect_clean();
    checker.world_ended(0);
    expect_clean();
}

// ---- Epochs

TEST_F(CheckScope, OnANodeAFenceIsOpenWhenTheNodeHasCalledIt) {
    for (const Rank rank : {0, 1}) opens_fence(rank, s);
    Operation direct;
    direct.target = 1;
    direct.window = s;
    checker.op_local(0, direct);
    expect_clean();
    opens_fence(2, s);
    direct.target = 3;
    checker.op_local(2, direct);
    expect_violation(kept, "rank 2 touches the memory of rank 3 (window s) before all ranks of their node have called "
                           "fence 1");
}

TEST_F(CheckScope, BeyondANodeAFenceIsOpenWhenAllHaveCalledIt) {
    for (const Rank rank : {0, 2, 3}) opens_fence(rank, s);
    posts(0, 0, 2, s);
    carries_out(packet(0, 2, s, PacketKind::put));
    expect_violation(kept, "rank 0 touches the memory of rank 2 (window s) before all ranks have called fence 1");
}

TEST_F(CheckScope, AWindowThatIsNotSharedHasNoNodes) {
    for (const Rank rank : {0, 1}) opens_fence(rank, w);
    posts(0, 0, 1);
    carries_out(packet(0, 1, w, PacketKind::put));
    expect_violation(kept, "rank 0 touches the memory of rank 1 (window w) before all ranks have called fence 1");
}

TEST_F(CheckScope, AFenceWithNoprecedeWaitsForNobody) {
    calls(0, request(Call::fence, w, no_rank, Assert::noprecede));
    expect_clean();
    calls(0, request(Call::fence, w));
    expect_violation(kept, "fence 2 returned at rank 0 (window w) before all ranks had called it");
}

TEST_F(CheckScope, AfterNosucceedNoEpochIsOpen) {
    for (const Rank rank : {0, 1, 2, 3}) begins(rank, request(Call::fence, w, no_rank, Assert::nosucceed));
    for (const Rank rank : {0, 1, 2, 3}) returns(rank);
    checker.packet_delivered(packet(1, 0, w, newrma::kind::rma_done));
    expect_violation(kept, "rank 0 receives RMA_DONE from rank 1 (window w) when the access epoch is over");
}

TEST_F(CheckScope, AReplyIsOfTheEpochOfItsReceiver) {
    calls(1, request(Call::lock_all, w));
    checker.packet_delivered(packet(0, 1, w, newrma::kind::rma_done_ack));
    expect_clean();
    checker.packet_delivered(packet(1, 0, w, newrma::kind::rma_done_ack));
    expect_violation(kept, "rank 0 receives RMA_DONE_ACK from rank 1 (window w) when the access epoch is over");
}

TEST_F(CheckScope, ALockIsOneOfSeveral) {
    calls(0, request(Call::lock, w, 1));
    calls(0, request(Call::lock, w, 2));
    calls(0, request(Call::unlock, w, 1));
    checker.packet_delivered(packet(0, 2, w, newrma::kind::rma_done));
    expect_clean();
    checker.packet_delivered(packet(0, 1, w, newrma::kind::rma_done));
    expect_violation(kept, "rank 1 receives RMA_DONE from rank 0 (window w) when the epoch under that lock is over");
}

// ---- Elements

class CheckPools : public CheckScope, public testing::WithParamInterface<std::pair<ElementKind, PoolLevel>> {};

TEST_P(CheckPools, EachLevelHasItsSize) {
    const auto [kind, level] = GetParam();
    const bool op = kind == ElementKind::operation;
    const std::uint32_t size = level == PoolLevel::local ? (op ? 2 : 1) : (op ? 3 : 4);
    for (std::uint32_t i = 0; i < size; ++i) {
        checker.element_taken(0, s, kind, level);
        checker.element_taken(1, s, kind, level);  // another rank's
    }
    expect_clean();
    checker.element_taken(0, s, kind, level);
    ASSERT_TRUE(checker.violation());
    const std::string pool = level == PoolLevel::global ? "the global pool" : "the local pool (window s)";
    EXPECT_EQ(checker.violation()->what, "rank 0 has " + std::to_string(size + 1) + (op ? " op" : " target") +
                                             " elements of " + pool + " in use, which has " + std::to_string(size));
}

// One element of each level is missing at the end, in turn, while the process's own counters are full.
TEST_P(CheckPools, EachLevelMustBeFullAtTheEnd) {
    struct Nowhere final : Transport {
        void send(const Packet&) override {}
    } nowhere;
    NoData no_data;
    const Setting setting = world();
    newrma::Engine engine(0, 4, 2, settings_as<newrma::Config>(*setting.protocol), World{nowhere, no_data, checker});
    const auto [kind, level] = GetParam();
    checker.process_ended(engine);
    expect_clean();
    checker.element_taken(0, s, kind, level);
    checker.process_ended(engine);
    ASSERT_TRUE(checker.violation());
    EXPECT_EQ(checker.violation()->which, Invariant::elements_conserved);
    const std::string pool = level == PoolLevel::global ? "the global pool" : "the local pool (window s)";
    const std::string missing = std::string(name_of(kind)) + " elements of " + pool + " in use; its own count has ";
    EXPECT_EQ(checker.violation()->what.find("at the end rank 0 has 1 " + missing), 0u);
}

// The other way round: only the process's own counters have something missing, because nobody was told.
TEST_P(CheckPools, EachOwnCounterMustBeFullAtTheEnd) {
    struct Nowhere final : Transport {
        void send(const Packet&) override {}
    } nowhere;
    NoData no_data;
    Observer nobody;
    const auto [kind, level] = GetParam();
    const bool op = kind == ElementKind::operation;
    const Setting setting = world();
    newrma::Engine engine(0, 4, 2, settings_as<newrma::Config>(*setting.protocol), World{nowhere, no_data, nobody});
    const auto call = [&](CallRequest request) {
        CallAnswer answer;
        Task<> task = engine.begin(std::move(request), answer);
        task.start();
        task.result();
    };
    // A target element is local, a second one global; two operations are local, a third one is global.
    call(lock_request(LockType::shared, 1, Assert::nocheck));
    if (!op && level == PoolLevel::global) call(lock_request(LockType::shared, 2, Assert::nocheck));
    const int puts = !op ? 0 : level == PoolLevel::local ? 1 : 3;
    for (int i = 0; i < puts; ++i) call(operation_request(OpKind::put, 1, 8));
    checker.process_ended(engine);
    const std::uint32_t size = level == PoolLevel::local ? (op ? 2 : 1) : (op ? 3 : 4);
    expect_violation(Invariant::elements_conserved,
                     "at the end rank 0 has 0 " + std::string(name_of(kind)) + " elements of the " +
                         (level == PoolLevel::local ? "local pool (window w)" : "global pool") +
                         " in use; its own count has " + std::to_string(size - 1) + " of " + std::to_string(size) +
                         " free");
}

INSTANTIATE_TEST_SUITE_P(CheckScope, CheckPools,
                         testing::Values(std::pair{ElementKind::operation, PoolLevel::local},
                                         std::pair{ElementKind::operation, PoolLevel::global},
                                         std::pair{ElementKind::target, PoolLevel::local},
                                         std::pair{ElementKind::target, PoolLevel::global}));

}  // namespace

}  // namespace rmasim::sim::check
