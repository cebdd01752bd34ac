// The checker's records of epochs: correct histories pass, each erroneous one is detected.
#include "tests/unit/checkers/check_history.h"

namespace rmasim::sim::check {

namespace {

class CheckEpochs : public History {
protected:
    void expect_broken(const std::string& what) { expect_violation(Invariant::epoch_kept, what); }
    void all_begin(Kind kind) {
        for (Rank rank = 0; rank < 3; ++rank) begins(rank, kind);
    }
    void all_return() {
        for (Rank rank = 0; rank < 3; ++rank) returns(rank);
    }
    static inline const Packet put = packet(0, 1, PacketKind::put);
};

constexpr const char* the_put = "put of rank 0 to rank 1 (window w, displacement 0)";

}  // namespace

TEST_F(CheckEpochs, UnderALockPassWhenAllIsRight) {
    locks(0, 1, exclusive);
    posts(0, 0, 1);
    begins(0, Kind::unlock, 1);
    carries_out(put);
    unlocks(0, 1);
    receives(packet(1, 0, newrma::kind::rma_done_ack));
    returns(0);
    expect_clean();
}

class CheckClosing : public CheckEpochs, public testing::WithParamInterface<std::pair<Call, const char*>> {};

TEST_P(CheckClosing, ReturnsBeforeItsOperationsAreApplied) {
    const auto [kind, name] = GetParam();
    calls(0, Kind::lock_all);
    posts(0, 0, 1);
    begins(0, kind, 1);
    sends(put);
    checker.op_completed(0, 0, 1);
    returns(0);
    expect_broken(std::string(the_put) + " is not applied when " + name + " returns");
}

INSTANTIATE_TEST_SUITE_P(CheckEpochs, CheckClosing,
                         testing::Values(std::pair{Call::unlock, "unlock"}, std::pair{Call::unlock_all, "unlock_all"},
                                         std::pair{Call::flush, "flush"}, std::pair{Call::flush_all, "flush_all"},
                                         std::pair{Call::complete, "complete"}, std::pair{Call::fence, "fence"}));

TEST_F(CheckEpochs, AFlushIsOfItsTargetAndOfWhatWasPostedBefore) {
    calls(0, Kind::lock_all);
    posts(0, 0, 1);
    begins(0, Kind::flush, 2);
    posts(0, 1, 2);  // another thread's
    returns(0);
    begins(0, Kind::flush_local, 1);
    sends(put);
    checker.op_completed(0, 0, 1);
    returns(0);
    expect_clean();
}

TEST_F(CheckEpochs, AFlushLocalBeforeLocalCompletionIsSeen) {
    calls(0, Kind::lock_all);
    posts(0, 0, 1);
    calls(0, Kind::flush_local, 2);
    expect_clean();
    calls(0, Kind::flush_local_all);
    expect_broken(std::string(the_put) + " is not complete at its origin when flush_local_all returns");
}

TEST_F(CheckEpochs, ARequestWaitedForInVainIsSeen) {
    calls(0, Kind::lock_all);
    posts(0, 0, 1, OpKind::put, words_at(0, 1), 7);
    begins_wait(0, 8);
    returns(0);
    expect_clean();
    begins_wait(0, 7);
    returns(0);
    expect_broken(std::string(the_put) + " is not complete at its origin when request_wait returns");
}

TEST_F(CheckEpochs, PacketsAfterAnEpochAreSeen) {
    receives(put);
    expect_broken("rank 1 receives PUT from rank 0 (window w) after the access epoch has ended");
}

TEST_F(CheckEpochs, PacketsAfterTheirLockAreSeen) {
    locks(0, 1, shared);
    locks(0, 2, shared);
    calls(0, Kind::unlock, 1);
    receives(packet(0, 2, newrma::kind::rma_done));
    expect_clean();
    receives(packet(1, 0, newrma::kind::rma_done_ack));
    expect_broken("rank 0 receives RMA_DONE_ACK from rank 1 (window w) after the passive-target epoch has ended");
}

TEST_F(CheckEpochs, PacketsOfNoAccessEpochMayComeAnyTime) {
    receives(packet(0, 1, PacketKind::barrier));
    receives(packet(0, 1, newrma::kind::post));
    receives(packet(0, 1, newrma::kind::complete));
    receives(packet(0, 1, PacketKind::send));
    expect_clean();
}

TEST_F(CheckEpochs, OfFencesPassWhenAllIsRight) {
    for (Rank rank = 0; rank < 3; ++rank) calls(rank, Kind::fence, no_rank, Assert::noprecede);
    posts(0, 0, 1);
    carries_out(put);
    for (int fence = 0; fence < 3; ++fence) {
        all_begin(Kind::fence);
        all_return();
    }
    expect_clean();
}

TEST_F(CheckEpochs, AFenceThatDoesNotWaitForAllIsSeen) {
    begins(0, Kind::fence);
    begins(1, Kind::fence);
    returns(0);
    expect_broken("fence 1 returned at rank 0 (window w) before all ranks had called this fence");
}

TEST_F(CheckEpochs, AnOperationBeforeAllHaveCalledTheFenceIsSeen) {
    calls(0, Kind::fence, no_rank, Assert::noprecede);
    calls(1, Kind::fence, no_rank, Assert::noprecede);
    posts(0, 0, 1);
    carries_out(put);
    expect_broken("rank 0 accesses the memory of rank 1 (window w) before all ranks have called fence 1");
}

TEST_F(CheckEpochs, AnOperationOnTheOwnWindowBeforeAllHaveCalledTheFenceIsSeen) {
    calls(0, Kind::fence, no_rank, Assert::noprecede);
    Operation own;
    own.target = 0;
    checker.op_local(0, own);
    expect_broken("rank 0 accesses the memory of rank 0 (window w) before all ranks have called fence 1");
}

TEST_F(CheckEpochs, AFenceBeforeTheOperationsOfOthersIsSeen) {
    all_begin(Kind::fence);
    all_return();
    posts(0, 0, 1);
    all_begin(Kind::fence);
    returns(1);
    expect_broken(std::string(the_put) + " is not applied when fence 2 returns at rank 1");
}

TEST_F(CheckEpochs, AnOperationBesideAFenceIsOfEitherEpoch) {
    all_begin(Kind::fence);
    posts(0, 0, 1);  // another thread's
    posts(0, 1, 2);
    carries_out(put);
    all_return();
    expect_clean();
    all_begin(Kind::fence);
    returns(2);
    expect_broken("put of rank 0 to rank 2 (window w, displacement 0) is not applied when fence 2 returns at rank 2");
}

TEST_F(CheckEpochs, OfGroupsPassWhenAllIsRight) {
    for (int i = 0; i < 2; ++i) {
        begins_group(0, Kind::start, {1});
        begins_group(1, Kind::post, {0});
        posts(0, 0, 1);
        begins(0, Kind::complete);
        carries_out(put);
        checker.op_completed(0, 0, 1);
        returns(0);
        checker.exposure_ended(1, 0);
    }
    expect_clean();
}

TEST_F(CheckEpochs, AnOperationBeforePostIsSeen) {
    begins_group(0, Kind::start, {1});
    posts(0, 0, 1);
    carries_out(put);
    expect_broken("rank 0 accesses the memory of rank 1 (window w) before rank 1 called post");
}

TEST_F(CheckEpochs, AnExposureThatEndsBeforeCompleteIsSeen) {
    begins_group(1, Kind::post, {0, 2});
    begins_group(0, Kind::start, {1});
    begins(0, Kind::complete);
    begins_group(2, Kind::start, {1});
    checker.exposure_ended(1, 0);
    expect_broken("the exposure epoch of rank 1 (window w) ended before rank 2 called complete");
}

TEST_F(CheckEpochs, TheCompleteOfTheEpochBeforeDoesNotCount) {
    for (int i = 0; i < 2; ++i) {
        begins_group(1, Kind::post, {0});
        begins_group(0, Kind::start, {1});
        if (i == 0) calls(0, Kind::complete);
        if (i == 0) expect_clean();
        checker.exposure_ended(1, 0);
    }
    expect_broken("the exposure epoch of rank 1 (window w) ended before rank 0 called complete");
}

TEST_F(CheckEpochs, AnExposureThatEndsBeforeAnOperationIsSeen) {
    begins_group(1, Kind::post, {0});
    begins_group(0, Kind::start, {1});
    posts(0, 0, 1);
    begins(0, Kind::complete);
    checker.exposure_ended(1, 0);
    expect_broken(std::string(the_put) + " is not applied when the exposure epoch of rank 1 ends");
}

// The first origin has put nothing; the second one's put is on its way.
TEST_F(CheckEpochs, AnExposureThatEndsBeforeAnOperationOfItsSecondOriginIsSeen) {
    begins_group(1, Kind::post, {2, 0});
    for (const Rank origin : {2, 0}) begins_group(origin, Kind::start, {1});
    posts(0, 0, 1);
    for (const Rank origin : {2, 0}) begins(origin, Kind::complete);
    checker.exposure_ended(1, 0);
    expect_broken(std::string(the_put) + " is not applied when the exposure epoch of rank 1 ends");
}

TEST_F(CheckEpochs, ANextStartMayRunAhead) {
    begins_group(1, Kind::post, {0});
    begins_group(0, Kind::start, {1});
    begins(0, Kind::complete);
    returns(0);
    begins_group(0, Kind::start, {1});
    posts(0, 0, 1);
    checker.exposure_ended(1, 0);
    expect_clean();
}

TEST_F(CheckEpochs, TheFirstViolationStaysUntilReset) {
    receives(put);
    const std::string first = checker.violation()->what;
    checker.world_ended(2);
    EXPECT_EQ(checker.violation()->what, first);
    checker.reset();
    expect_clean();
    for (int run = 0; run < 2; ++run) {  // nothing is left of the run before
        locks(0, 1, exclusive);
        posts(0, 0, 1);
        begins(2, Kind::fence);
        checker.element_taken(0, 0, ElementKind::operation, PoolLevel::global);
        expect_clean();
        checker.reset();
    }
    checker.world_ended(0);
    expect_clean();
}

TEST_F(CheckEpochs, AFenceThatEndsThemAllKeepsItsPromiseToo) {
    for (Rank rank = 0; rank < 3; ++rank) calls(rank, Kind::fence, no_rank, Assert::noprecede);
    posts(0, 0, 1);
    sends(put);
    checker.op_completed(0, 0, 1);
    for (Rank rank = 0; rank < 3; ++rank) begins(rank, Kind::fence, no_rank, Assert::nosucceed);
    returns(0);
    expect_broken(std::string(the_put) + " is not applied when fence returns");
}

}  // namespace rmasim::sim::check
