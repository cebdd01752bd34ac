// The checker's rules for family oldqueue where it guarantees less than New RMA.
#include "protocol/oldqueue/config.h"
#include "protocol/oldqueue/packets.h"
#include "tests/unit/checkers/check_history.h"

namespace rmasim::sim::check {

namespace {

CheckerContext world_of(const oldqueue::Config& config) {
    CheckerContext context{3, {"w"}};
    context.family = &family_named("oldqueue");
    context.protocol = make_settings(config);
    return context;
}

class CheckQueue : public History {
protected:
    CheckQueue() : History(world_of({})) {}
    void fences(Rank rank) { calls(rank, Kind::fence, no_rank, Assert::noprecede); }
    static inline const Packet put = packet(0, 1, PacketKind::put);
};

oldqueue::Config in_order_with_local_unlock() {
    oldqueue::Config config;
    config.unlock = oldqueue::UnlockKind::local;
    config.grant_order = oldqueue::GrantOrder::fifo;
    return config;
}

// UNLOCK returns before its target has received it, and locks are granted in order.
class CheckLocalUnlock : public History {
protected:
    CheckLocalUnlock() : History(world_of(in_order_with_local_unlock())) {}
    void asks(Rank origin, Rank target) {
        Packet request = packet(origin, target, oldqueue::kind::lock);
        oldqueue::set_lock_type(request, exclusive);
        receives(request);
        checker.lock_queued(target, 0, origin, exclusive);
    }
    void queues(Rank origin, Rank target) {
        checker.request_queued(target, packet(origin, target, oldqueue::kind::lock));
        asks(origin, target);
    }
    void unlocks(Rank origin, Rank target) {
        receives(packet(origin, target, oldqueue::kind::unlock));
        checker.lock_released(target, 0, origin);
    }
};

}  // namespace

TEST_F(CheckQueue, AFenceOpensItsEpochAtEachTargetAlone) {
    fences(0);
    fences(1);
    posts(0, 0, 1);
    carries_out(put);
    expect_clean();
}

TEST_F(CheckQueue, NothingIsAppliedBeforeItsTargetHasCalledFence) {
    fences(0);
    posts(0, 0, 1);
    carries_out(put);
    expect_violation(Invariant::epoch_kept,
                     "rank 0 accesses the memory of rank 1 (window w) before rank 1 called fence 1");
}

TEST_F(CheckLocalUnlock, ASecondRequestStandsBehindItsOwnUnlock) {
    calls_lock(0, 1, exclusive);
    asks(0, 1);
    grants(1, 0, exclusive);
    asks(0, 1);
    calls_lock(2, 1, exclusive);
    asks(2, 1);
    unlocks(0, 1);
    grants(1, 0, exclusive);
    unlocks(0, 1);
    grants(1, 2, exclusive);
    expect_clean();
}

// fuzz --family oldqueue --seed 8170577: an agent may grant a lock, but must not access private memory. The put of rank
// 0, which needs no lock (NOCHECK), waits for rank 1 itself. The next LOCK of rank 0 waits behind the put in the queue.
TEST_F(CheckLocalUnlock, ARequestStandsBehindAnOperationThatAnAgentMustNotCarryOut) {
    const Packet put = packet(0, 1, PacketKind::put);
    checker.request_queued(1, put);
    calls_lock(0, 1, exclusive);
    queues(0, 1);
    calls_lock(2, 1, exclusive);
    queues(2, 1);
    grants(1, 2, exclusive);
    expect_clean();
}

TEST_F(CheckLocalUnlock, WhenTheOlderRequestHasLeftItIsItsTurn) {
    const Packet put = packet(0, 1, PacketKind::put);
    checker.request_queued(1, put);
    calls_lock(0, 1, exclusive);
    queues(0, 1);
    calls_lock(2, 1, exclusive);
    queues(2, 1);
    checker.request_left(1, put);
    grants(1, 2, exclusive);
    expect_violation(Invariant::locks_in_order,
                     "rank 2 gets the lock of rank 1 (window w) before rank 0, whose request is older");
}

TEST_F(CheckLocalUnlock, FirstComeIsFirstServed) {
    calls_lock(0, 1, exclusive);
    asks(0, 1);
    calls_lock(2, 1, exclusive);
    asks(2, 1);
    grants(1, 2, exclusive);
    expect_violation(Invariant::locks_in_order,
                     "rank 2 gets the lock of rank 1 (window w) before rank 0, whose request is older");
}

TEST_F(CheckLocalUnlock, WhoStillHoldsTheLockDoesNotWaitForIt) {
    calls_lock(0, 1, shared);
    receives(packet(0, 1, oldqueue::kind::lock));
    grants(1, 0, shared);
    asks(0, 1);
    calls_lock(2, 1, shared);
    receives(packet(2, 1, oldqueue::kind::lock));
    grants(1, 2, shared);
    expect_clean();
}

// UNLOCK returns before its target has released the lock. The lock is then still taken, although its holder has ended
// its epoch. Rank 2 is in a fence epoch with rank 1.
class CheckLateRelease : public CheckLocalUnlock {
protected:
    CheckLateRelease() {
        for (const Rank rank : {0, 1, 2}) calls(rank, Kind::fence, no_rank, Assert::noprecede);
        posts(2, 0, 1);
        calls_lock(0, 1, exclusive);
        asks(0, 1);
        grants(1, 0, exclusive);
    }
    static inline const Packet touch = packet(2, 1, PacketKind::put);
};

TEST_F(CheckLateRelease, BeforeUnlockItsHolderIsAlone) {
    carries_out(touch);
    expect_violation(Invariant::exclusive_alone,
                     "rank 2 accesses the memory of rank 1 (window w), whose lock rank 0 holds exclusively");
}

TEST_F(CheckLateRelease, AfterUnlockOthersMayTouchTheMemory) {
    calls(0, Kind::unlock, 1);
    carries_out(touch);
    expect_clean();
}

// Two UNLOCKs are on their way at once: each releases the lock once.
TEST_F(CheckLocalUnlock, EachUnlockReleasesOneEpoch) {
    calls_lock(0, 1, exclusive);
    asks(0, 1);
    grants(1, 0, exclusive);
    asks(0, 1);
    receives(packet(0, 1, oldqueue::kind::unlock));
    receives(packet(0, 1, oldqueue::kind::unlock));
    checker.lock_released(1, 0, 0);
    grants(1, 0, exclusive);
    checker.lock_released(1, 0, 0);
    checker.world_ended(0);
    expect_clean();
}

}  // namespace rmasim::sim::check
