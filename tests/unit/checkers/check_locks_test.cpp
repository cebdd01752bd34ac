// The checker's records of locks: correct histories pass, each erroneous one is detected.
#include "protocol/newrma/packets.h"
#include "tests/unit/checkers/check_history.h"

namespace rmasim::sim::check {
namespace {

class CheckLocks : public History {
protected:
    using History::History;
    static constexpr auto alone = Invariant::exclusive_alone;
    static constexpr auto asked_for = Invariant::grant_asked_for;

    void waits(Rank origin, Rank target, LockType type) {
        calls_lock(origin, target, type);
        asks(origin, target);
        checker.lock_queued(target, 0, origin, type);
    }
};

class CheckReadersFirst : public CheckLocks {
protected:
    CheckReadersFirst() : CheckLocks(LockOrder::readers_first) {}
};

class CheckHoldersFirst : public CheckLocks {
protected:
    CheckHoldersFirst() : CheckLocks(LockOrder::holders_first) {}
    // Rank 0 gets a lock besides the one it waits for.
    void epochs_of_another_lock() {
        calls_lock(0, 2, shared);
        asks(0, 2);
        grants(2, 0, shared);
    }
};

}  // namespace

TEST_F(CheckLocks, PassWhenAllIsRight) {
    locks(0, 1, exclusive);
    waits(1, 1, shared);
    waits(2, 1, shared);
    sends(packet(1, 0, newrma::kind::lock_granted));
    unlocks(0, 1);
    grants(1, 1, shared);
    grants(1, 2, shared);
    unlocks(2, 1);
    checker.lock_released(1, 0, 1);
    locks(0, 1, exclusive);
    unlocks(0, 1);
    checker.world_ended(0);
    expect_clean();
}

TEST_F(CheckLocks, GrantedBesideAnExclusiveOneAreSeen) {
    locks(0, 1, exclusive);
    locks(2, 1, shared);
    expect_violation(alone, "rank 2 gets the lock of rank 1 (window w), which rank 0 holds exclusively");
}

TEST_F(CheckLocks, ExclusiveBesideSharedOnesAreSeen) {
    locks(0, 1, shared);
    locks(2, 1, exclusive);
    expect_violation(alone, "rank 2 gets the lock of rank 1 (window w) exclusively while 1 ranks share it");
}

TEST_F(CheckLocks, GrantedOtherwiseThanCalledForAreSeen) {
    calls_lock(0, 1, exclusive);
    asks(0, 1);
    grants(1, 0, shared);
    expect_violation(asked_for, "rank 0 gets the lock of rank 1 (window w) as shared, but requested it as exclusive");
}

TEST_F(CheckLocks, OfLockAllAreShared) {
    calls(0, Kind::lock_all);
    asks(0, 1);
    grants(1, 0, exclusive);
    expect_violation(asked_for, "rank 0 gets the lock of rank 1 (window w) as exclusive, but requested it as shared");
}

TEST_F(CheckLocks, GrantedUnaskedAreSeen) {
    calls(0, Kind::lock, 1);
    grants(1, 0, shared);
    expect_violation(asked_for, "rank 1 grants its lock (window w) to rank 0, which did not request it");
}

TEST_F(CheckLocks, OfTheOwnWindowNeedACall) {
    grants(1, 1, shared);
    expect_violation(asked_for, "rank 1 grants its lock (window w) to rank 1, which did not request it");
}

TEST_F(CheckLocks, GrantedTwiceAreSeen) {
    locks(0, 1, shared);
    asks(0, 1);
    grants(1, 0, shared);
    expect_violation(asked_for, "rank 0 gets the lock of rank 1 (window w) twice");
}

TEST_F(CheckLocks, AGrantSentToOneWithoutTheLockIsSeen) {
    sends(packet(1, 0, newrma::kind::lock_granted));
    expect_violation(asked_for,
                     "rank 1 sends LOCK_GRANTED to rank 0 (window w), but the receiver does not hold the lock");
}

TEST_F(CheckLocks, GrantedAtOnceThoughOneWaitsAreSeen) {
    locks(0, 1, shared);
    waits(2, 1, exclusive);
    locks(1, 1, shared);
    expect_violation(Invariant::locks_in_order,
                     "rank 1 gets the lock of rank 1 (window w) before rank 2, whose request is older");
}

TEST_F(CheckLocks, GrantedOutOfOrderAreSeen) {
    locks(0, 1, exclusive);
    waits(2, 1, exclusive);
    waits(1, 1, exclusive);
    unlocks(0, 1);
    grants(1, 1, exclusive);
    expect_violation(Invariant::locks_in_order,
                     "rank 1 gets the lock of rank 1 (window w) before rank 2, whose request is older");
}

TEST_F(CheckReadersFirst, LetsAReaderOvertakeAWriter) {
    locks(0, 1, shared);
    waits(2, 1, exclusive);
    locks(1, 1, shared);
    expect_clean();
}

TEST_F(CheckReadersFirst, AReaderThatOvertakesAReaderIsSeen) {
    locks(0, 1, exclusive);
    waits(2, 1, shared);
    waits(1, 1, shared);
    unlocks(0, 1);
    grants(1, 1, shared);
    expect_violation(Invariant::locks_in_order,
                     "rank 1 gets the lock of rank 1 (window w) before rank 2, whose request is older");
}

TEST_F(CheckReadersFirst, AReaderThatOvertakesWhereNobodySharesIsSeen) {
    locks(0, 1, exclusive);
    waits(2, 1, exclusive);
    waits(1, 1, shared);
    unlocks(0, 1);
    grants(1, 1, shared);
    expect_violation(Invariant::locks_in_order,
                     "rank 1 gets the lock of rank 1 (window w) before rank 2, whose request is older");
}

TEST_F(CheckHoldersFirst, LetsAHolderOvertake) {
    locks(2, 1, shared);
    waits(1, 1, exclusive);
    locks(0, 2, shared);
    calls_lock(0, 1, shared);
    asks(0, 1, newrma::flag::holds);
    grants(1, 0, shared);
    expect_clean();
}

TEST_F(CheckHoldersFirst, OneThatHoldsNothingMustNotOvertake) {
    locks(2, 1, shared);
    waits(1, 1, exclusive);
    calls_lock(0, 1, shared);
    asks(0, 1);
    grants(1, 0, shared);
    expect_violation(Invariant::locks_in_order,
                     "rank 0 gets the lock of rank 1 (window w) before rank 1, whose request is older");
}

TEST_F(CheckHoldersFirst, ClaimingALockThatWasNotGrantedIsSeen) {
    calls_lock(0, 1, shared);
    sends(packet(0, 1, newrma::kind::holds));
    expect_violation(Invariant::locks_in_order,
                     "rank 0 reports to rank 1 that the sender holds another lock (window w), but no lock was granted "
                     "to the sender");
}

TEST_F(CheckLocks, ReleasedByAnotherAreSeen) {
    locks(0, 1, shared);
    checker.lock_released(1, 0, 2);
    expect_violation(asked_for, "rank 1 releases its lock (window w) for rank 2, which does not hold it");
}

TEST_F(CheckLocks, ReleasedWithoutUnlockAreSeen) {
    locks(0, 1, shared);
    checker.lock_released(1, 0, 0);
    expect_violation(asked_for, "rank 1 releases its lock (window w) for rank 0, which did not call unlock");
}

TEST_F(CheckLocks, AnUnlockThatWasDroppedReleasesNothing) {
    locks(2, 1, exclusive);
    calls_lock(0, 1, exclusive);
    receives(packet(0, 1, PacketKind::put, 0, newrma::flag::lock_exclusive | newrma::flag::unlock));
    checker.lock_queued(1, 0, 0, exclusive);
    checker.lock_data_dropped(1, 0, 0);
    unlocks(2, 1);
    grants(1, 0, exclusive);
    checker.lock_released(1, 0, 0);
    expect_violation(asked_for, "rank 1 releases its lock (window w) for rank 0, which did not call unlock");
}

TEST_F(CheckLocks, UnlockOfOneThatNeverHadTheLockChangesNothing) {
    locks(2, 1, shared);
    calls(0, Kind::lock, 1, Assert::nocheck);
    receives(packet(0, 1, newrma::kind::unlock));
    unlocks(2, 1);
    checker.world_ended(0);
    expect_clean();
}

TEST_F(CheckLocks, HeldAtTheEndAreSeen) {
    locks(0, 1, shared);
    checker.world_ended(0);
    expect_violation(asked_for, "at the end rank 0 still holds the lock of rank 1 (window w)");
}

TEST_F(CheckLocks, WaitedForAtTheEndAreSeen) {
    locks(0, 1, exclusive);
    waits(2, 1, shared);
    unlocks(0, 1);
    checker.world_ended(0);
    expect_violation(asked_for, "at the end rank 2 still waits for the lock of rank 1 (window w)");
}

TEST_F(CheckLocks, TouchingMemoryWithoutTheLockIsSeen) {
    calls(0, Kind::lock, 1);
    posts(0, 0, 1);
    carries_out(packet(0, 1, PacketKind::put));
    expect_violation(alone, "rank 0 accesses the memory of rank 1 (window w) without its lock");
}

TEST_F(CheckLocks, TouchingMemoryThatAnotherHoldsAloneIsSeen) {
    locks(2, 1, exclusive);
    calls(0, Kind::lock_all);
    posts(0, 0, 1);
    carries_out(packet(0, 1, PacketKind::put));
    expect_violation(alone, "rank 0 accesses the memory of rank 1 (window w), whose lock rank 2 holds exclusively");
}

TEST_F(CheckLocks, TouchingTheOwnMemoryThatAnotherHoldsAloneIsSeen) {
    locks(2, 1, exclusive);
    begins(1, Kind::lock_all);
    Operation own;
    own.target = 1;
    checker.op_local(1, own);
    expect_violation(alone, "rank 1 accesses the memory of rank 1 (window w), whose lock rank 2 holds exclusively");
}

TEST_F(CheckLocks, NocheckNeedsNoLock) {
    calls(0, Kind::lock, 1, Assert::nocheck);
    posts(0, 0, 1);
    carries_out(packet(0, 1, PacketKind::put));
    calls(2, Kind::lock_all, no_rank, Assert::nocheck);
    posts(2, 0, 1);
    carries_out(packet(2, 1, PacketKind::put));
    expect_clean();
}

// ---- The next epoch, the next request

TEST_F(CheckHoldersFirst, WhoTellsLaterThatItHoldsALockMayOvertakeFromThen) {
    locks(2, 1, shared);
    waits(1, 1, exclusive);
    waits(0, 1, shared);
    epochs_of_another_lock();
    sends(packet(0, 1, newrma::kind::holds));
    receives(packet(0, 1, newrma::kind::holds));
    grants(1, 0, shared);
    expect_clean();
}

TEST_F(CheckHoldersFirst, AClaimEndsWithTheEpochOfItsLock) {
    locks(0, 2, shared);
    unlocks(0, 2);
    calls(0, Kind::unlock, 2);
    calls_lock(0, 1, shared);
    sends(packet(0, 1, newrma::kind::holds));
    expect_violation(Invariant::locks_in_order,
                     "rank 0 reports to rank 1 that the sender holds another lock (window w), but no lock was granted "
                     "to the sender");
}

TEST_F(CheckHoldersFirst, AClaimEndsWithUnlockAll) {
    calls(0, Kind::lock_all);
    asks(0, 2);
    grants(2, 0, shared);
    unlocks(0, 2);
    calls(0, Kind::unlock_all);
    begins(0, Kind::lock_all);
    sends(packet(0, 1, newrma::kind::holds));
    expect_violation(Invariant::locks_in_order,
                     "rank 0 reports to rank 1 that the sender holds another lock (window w), but no lock was granted "
                     "to the sender");
}

TEST_F(CheckHoldersFirst, OfTwoLocksOneSuffices) {
    locks(0, 2, shared);
    calls_lock(0, 1, shared);
    sends(packet(0, 1, newrma::kind::holds));
    expect_clean();
}

TEST_F(CheckLocks, EachUnlockReleasesOnce) {
    locks(0, 1, shared);
    receives(packet(0, 1, newrma::kind::unlock));
    checker.lock_released(1, 0, 0);
    calls(0, Kind::unlock, 1);
    locks(0, 1, shared);
    checker.lock_released(1, 0, 0);
    expect_violation(asked_for, "rank 1 releases its lock (window w) for rank 0, which did not call unlock");
}

TEST_F(CheckLocks, AnUnlockInVainReleasesNoLaterLock) {
    calls(0, Kind::lock, 1, Assert::nocheck);
    receives(packet(0, 1, newrma::kind::unlock));
    calls(0, Kind::unlock, 1);
    locks(0, 1, shared);
    checker.lock_released(1, 0, 0);
    expect_violation(asked_for, "rank 1 releases its lock (window w) for rank 0, which did not call unlock");
}

TEST_F(CheckLocks, EachRequestIsGrantedOnce) {
    locks(0, 1, shared);
    unlocks(0, 1);
    grants(1, 0, shared);
    expect_violation(asked_for, "rank 1 grants its lock (window w) to rank 0, which did not request it");
}

TEST_F(CheckLocks, TheSecondOfThreeSharedOnesKeepsAnExclusiveOneOut) {
    for (const Rank rank : {0, 1}) locks(rank, 2, shared);
    unlocks(0, 2);
    locks(0, 2, exclusive);
    expect_violation(alone, "rank 0 gets the lock of rank 2 (window w) exclusively while 1 ranks share it");
}

TEST_F(CheckLocks, NocheckOfLockAllEndsWithIt) {
    calls(0, Kind::lock_all, no_rank, Assert::nocheck);
    calls(0, Kind::unlock_all);
    calls(0, Kind::lock_all);
    posts(0, 0, 1);
    carries_out(packet(0, 1, PacketKind::put));
    expect_violation(alone, "rank 0 accesses the memory of rank 1 (window w) without its lock");
}

// ---- LOCK of the own window and LOCK_ALL return with the window's lock: loads and stores of the owner request none.

TEST_F(History, CallsThatReturnWithoutTheLockOfTheOwnWindowAreSeen) {
    locks(2, 1, exclusive);
    begins(1, Kind::lock_all);
    returns(1);
    expect_violation(Invariant::exclusive_alone,
                     "lock_all returns at rank 1, which does not hold the lock of its own window w");
}

TEST_F(History, LockOfTheOwnWindowReturnsWithTheGrant) {
    begins(1, Kind::lock, 1);
    checker.lock_granted(1, 0, 1, shared);
    returns(1);
    expect_clean();
    begins(2, Kind::lock, 2);
    returns(2);
    expect_violation(Invariant::exclusive_alone,
                     "lock returns at rank 2, which does not hold the lock of its own window w");
}

TEST_F(History, WithNocheckTheyNeedNone) {
    locks(2, 1, exclusive);
    calls(1, Kind::lock_all, no_rank, Assert::nocheck);
    expect_clean();
}

}  // namespace rmasim::sim::check
