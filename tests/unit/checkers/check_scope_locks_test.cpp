// The scope of rules for NOCHECK, locks and epochs.
#include "tests/unit/checkers/check_scope.h"

namespace rmasim::sim::check {

namespace {

// ---- NOCHECK

constexpr const char* without_lock = "rank 0 accesses the memory of rank 1 (window w) without its lock";

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

// In a fence epoch no lock is needed, but no other rank may hold an exclusive one.
TEST_F(CheckNocheck, EndsWithUnlockAlsoForAFence) {
    calls(0, request(Call::lock, w, 1, Assert::nocheck));
    calls(0, request(Call::unlock, w, 1));
    for (const Rank rank : {0, 1, 2, 3}) opens_fence(rank, w);
    touches(1);
    expect_clean();
    CallRequest alone = request(Call::lock, w, 1);
    alone.lock_type = LockType::exclusive;
    calls(2, alone);
    grants(1, 2, w, LockType::exclusive);
    touches(1);
    expect_violation(Invariant::exclusive_alone,
                     "rank 0 accesses the memory of rank 1 (window w), whose lock rank 2 holds exclusively");
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
                     "rank 1 releases its lock (window s) for rank 0, which does not hold it");
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
    expect_violation(kept,
                     "rank 2 accesses the memory of rank 3 (window s) before all ranks of their node have called "
                     "fence 1");
}

TEST_F(CheckScope, BeyondANodeAFenceIsOpenWhenAllHaveCalledIt) {
    for (const Rank rank : {0, 2, 3}) opens_fence(rank, s);
    posts(0, 0, 2, s);
    carries_out(packet(0, 2, s, PacketKind::put));
    expect_violation(kept, "rank 0 accesses the memory of rank 2 (window s) before all ranks have called fence 1");
}

TEST_F(CheckScope, AWindowThatIsNotSharedHasNoNodes) {
    for (const Rank rank : {0, 1}) opens_fence(rank, w);
    posts(0, 0, 1);
    carries_out(packet(0, 1, w, PacketKind::put));
    expect_violation(kept, "rank 0 accesses the memory of rank 1 (window w) before all ranks have called fence 1");
}

TEST_F(CheckScope, AFenceWithNoprecedeWaitsForNobody) {
    calls(0, request(Call::fence, w, no_rank, Assert::noprecede));
    expect_clean();
    calls(0, request(Call::fence, w));
    expect_violation(kept, "fence 2 returned at rank 0 (window w) before all ranks had called this fence");
}

TEST_F(CheckScope, AfterNosucceedNoEpochIsOpen) {
    for (const Rank rank : {0, 1, 2, 3}) begins(rank, request(Call::fence, w, no_rank, Assert::nosucceed));
    for (const Rank rank : {0, 1, 2, 3}) returns(rank);
    checker.packet_delivered(packet(1, 0, w, newrma::kind::rma_done));
    expect_violation(kept, "rank 0 receives RMA_DONE from rank 1 (window w) after the access epoch has ended");
}

TEST_F(CheckScope, AReplyIsOfTheEpochOfItsReceiver) {
    calls(1, request(Call::lock_all, w));
    checker.packet_delivered(packet(0, 1, w, newrma::kind::rma_done_ack));
    expect_clean();
    checker.packet_delivered(packet(1, 0, w, newrma::kind::rma_done_ack));
    expect_violation(kept, "rank 0 receives RMA_DONE_ACK from rank 1 (window w) after the access epoch has ended");
}

TEST_F(CheckScope, ALockIsOneOfSeveral) {
    calls(0, request(Call::lock, w, 1));
    calls(0, request(Call::lock, w, 2));
    calls(0, request(Call::unlock, w, 1));
    checker.packet_delivered(packet(0, 2, w, newrma::kind::rma_done));
    expect_clean();
    checker.packet_delivered(packet(0, 1, w, newrma::kind::rma_done));
    expect_violation(kept, "rank 1 receives RMA_DONE from rank 0 (window w) after the passive-target epoch has ended");
}

}  // namespace

}  // namespace rmasim::sim::check
