// A guarantee about another rank requires that the step with the guarantee depends causally on the guaranteed event.
// The same history passes or fails depending on its causes.
#include "tests/unit/checkers/check_history.h"

#include <set>

namespace rmasim::sim::check {

namespace {

// Steps made by hand; the test says which earlier steps a step depends on.
class Causes final : public Causality {
public:
    std::uint32_t step() const override { return step_; }
    bool depends_on(std::uint32_t earlier) const override { return earlier == step_ || known_.contains(earlier); }

    void next() { ++step_; }
    void know(std::uint32_t earlier) { known_.insert(earlier); }

private:
    std::uint32_t step_ = 1;
    std::set<std::uint32_t> known_;
};

class CheckCausality : public History {
protected:
    CheckCausality() { checker.follow(&causes); }
    void expect_broken(const std::string& what) { expect_violation(Invariant::epoch_kept, what); }

    // Rank 0 puts to rank 1 in step 2, and its flush returns in step 3.
    void flush_returns_after_put() {
        calls(0, Kind::lock_all);
        posts(0, 0, 1);
        begins(0, Kind::flush, 1);
        asks(0, 1);
        grants(1, 0, shared);
        causes.next();
        carries_out(packet(0, 1, PacketKind::put));
        checker.op_completed(0, 0, 1);
        causes.next();
    }

    Causes causes;
};

}  // namespace

TEST_F(CheckCausality, AFlushKnowsOfWhatItDependsOn) {
    flush_returns_after_put();
    causes.know(2);
    returns(0);
    expect_clean();
}

TEST_F(CheckCausality, AFlushThatReturnsByLuckIsSeen) {
    flush_returns_after_put();
    returns(0);
    expect_broken("put of rank 0 to rank 1 (window w, displacement 0) is not applied when flush returns");
}

TEST_F(CheckCausality, AFenceThatReturnsByLuckIsSeen) {
    for (Rank rank = 0; rank < 3; ++rank, causes.next()) begins(rank, Kind::fence);
    causes.know(1);
    causes.know(2);
    returns(0);
    expect_broken("fence 1 returned at rank 0 (window w) before all ranks had called this fence");
}

TEST_F(CheckCausality, AFencePassesThatDependsOnAllRanks) {
    for (Rank rank = 0; rank < 3; ++rank, causes.next()) begins(rank, Kind::fence);
    for (std::uint32_t step = 1; step <= 3; ++step) causes.know(step);
    returns(0);
    expect_clean();
}

// An UNLOCK that is handled in time by chance, not because its origin waited for it.
TEST_F(CheckCausality, AnEpochThatEndsBeforeItsUnlockIsKnownToBeThereIsSeen) {
    locks(0, 1, exclusive);
    causes.know(1);
    begins(0, Kind::unlock, 1);
    causes.next();
    unlocks(0, 1);
    causes.next();
    returns(0);
    expect_broken("rank 1 receives UNLOCK from rank 0 (window w) after the passive-target epoch has ended");
}

TEST_F(CheckCausality, AFlushIsAboutTheTargetsOfItsOwnOperations) {
    calls(0, Kind::lock_all);
    for (const Rank target : {1, 2}) {
        asks(0, target);
        grants(target, 0, shared);
        posts(0, static_cast<OpId>(target), target);
        causes.next();  // 2, 3
        carries_out(packet(0, target, PacketKind::put, static_cast<OpId>(target)));
        checker.op_completed(0, static_cast<OpId>(target), target);
    }
    causes.next();
    causes.know(2);
    calls(0, Kind::flush, 1);
    expect_clean();
    calls(0, Kind::flush_all);
    expect_broken("put of rank 0 to rank 2 (window w, displacement 0) is not applied when flush_all returns");
}

TEST_F(CheckCausality, AFlushIsNotAboutWhatIsPostedMeanwhile) {
    calls(0, Kind::lock_all);
    asks(0, 1);
    grants(1, 0, shared);
    begins(0, Kind::flush, 1);
    posts(0, 0, 1);  // another thread's
    causes.next();
    carries_out(packet(0, 1, PacketKind::put));
    checker.op_completed(0, 0, 1);
    causes.next();
    returns(0);
    expect_clean();
}

namespace {

// An origin, rank 0, and a target, rank 1; each epoch is opened in step 1.
class CheckComplete : public CheckCausality {
protected:
    void opens() {
        begins_group(1, Kind::post, {0});
        returns(1);
        begins_group(0, Kind::start, {1});
        returns(0);
    }
    static inline const char* const too_early =
        "the exposure epoch of rank 1 (window w) ended before rank 0 called complete";
};

}  // namespace

TEST_F(CheckComplete, IsKnownToWhoDependsOnIt) {
    opens();
    causes.next();
    calls(0, Kind::complete);  // 2
    causes.next();
    causes.know(2);
    checker.exposure_ended(1, 0);
    expect_clean();
}

TEST_F(CheckComplete, ThatHappensToBeOverIsSeen) {
    opens();
    causes.next();
    calls(0, Kind::complete);  // 2
    causes.next();
    checker.exposure_ended(1, 0);
    expect_broken(too_early);
}

// The origin is one COMPLETE ahead: the target must have received the previous one.
TEST_F(CheckComplete, OfTheNextEpochSaysNothingAboutThisOne) {
    opens();
    causes.next();
    calls(0, Kind::complete);  // 2
    begins_group(0, Kind::start, {1});
    returns(0);
    causes.next();
    begins(0, Kind::complete);  // 3
    causes.next();
    causes.know(3);
    checker.exposure_ended(1, 0);
    expect_broken(too_early);
}

TEST_F(CheckComplete, OfThisEpochIsEnoughWhenTheOriginIsAhead) {
    opens();
    causes.next();
    calls(0, Kind::complete);  // 2
    begins_group(0, Kind::start, {1});
    returns(0);
    causes.next();
    begins(0, Kind::complete);  // 3
    causes.next();
    causes.know(2);
    checker.exposure_ended(1, 0);
    expect_clean();
}

TEST_F(CheckCausality, AnOperationBeforeAFenceIsKnownToBeOpenIsSeen) {
    for (const Rank rank : {0, 1, 2}) {
        calls(rank, Kind::fence, no_rank, Assert::noprecede);  // 1, 2, 3
        causes.next();
    }
    posts(0, 0, 1);
    sends(packet(0, 1, PacketKind::put));
    causes.know(1);
    causes.know(2);
    checker.op_applied(1, packet(0, 1, PacketKind::put));
    expect_broken("rank 0 accesses the memory of rank 1 (window w) before all ranks have called fence 1");
}

// A request of an epoch, handled in step 2, and the calls that end the epoch in step 3.
TEST_F(CheckCausality, AnEpochOfAllTargetsEndsAfterAllOfThem) {
    for (const Kind opening : {Kind::lock_all, Kind::start}) {
        checker.reset();
        if (opening == Kind::start) {
            begins_group(0, opening, {1});
            returns(0);
        } else {
            calls(0, opening);
        }
        causes.next();
        receives(packet(0, 1, newrma::kind::rma_done));
        causes.next();
        calls(0, opening == Kind::start ? Kind::complete : Kind::unlock_all);
        expect_broken("rank 1 receives RMA_DONE from rank 0 (window w) after the access epoch has ended");
    }
}

TEST_F(CheckCausality, AnUnlockIsAboutItsTarget) {
    calls_lock(0, 1, shared);
    calls_lock(0, 2, shared);
    causes.next();
    receives(packet(0, 2, newrma::kind::rma_done));
    causes.next();
    calls(0, Kind::unlock, 1);
    expect_clean();
    calls(0, Kind::unlock, 2);
    expect_broken("rank 2 receives RMA_DONE from rank 0 (window w) after the passive-target epoch has ended");
}

}  // namespace rmasim::sim::check
