// LOCK of the own window and LOCK_ALL return with its lock: loads and stores of the owner ask for none.
#include "tests/unit/check_history.h"

namespace rmasim::sim::check {

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
