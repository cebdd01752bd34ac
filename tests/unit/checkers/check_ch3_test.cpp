// The checker's rules for family ch3: operations that are sent in units, locks that a full target refuses, and
// guarantees that are weaker than those of New RMA.
#include "protocol/ch3/packets.h"
#include "tests/unit/checkers/check_history.h"

namespace rmasim::sim::check {

namespace {

CheckerContext ch3_world() {
    CheckerContext context{3, {"w"}};
    context.family = &family_named("ch3");
    context.protocol = context.family->settings.defaults();
    return context;
}

class CheckCh3 : public History {
protected:
    CheckCh3() : History(ch3_world()) {}

    static inline const Region six_words = words_at(0, 6);
    // `count` elements of a put of six, from `first` on.
    static Packet unit(std::uint32_t first, std::uint32_t count) {
        Packet made = packet(0, 1, PacketKind::put, 0, ch3::flag::stream, six_words);
        ch3::set_unit(made, {first, count});
        return made;
    }
    void applies(const Packet& operation) { checker.op_applied(operation.target, operation); }
    void asks_ch3(Rank origin, Rank target) {
        receives(packet(origin, target, ch3::kind::lock, 0, ch3::flag::lock_exclusive));
    }
    void fences(Rank rank) { calls(rank, Kind::fence, no_rank, Assert::noprecede); }
};

}  // namespace

TEST_F(CheckCh3, AnOperationInUnitsIsAppliedWithItsLast) {
    calls(0, Kind::lock_all);
    asks_ch3(0, 1);
    grants(1, 0, shared);
    posts(0, 0, 1, OpKind::put, six_words);
    for (const std::uint32_t first : {0u, 2u, 4u}) {
        const Packet one = unit(first, 2);
        sends(one);
        receives(one);
        applies(one);
    }
    checker.op_completed(0, 0, 1);
    calls(0, Kind::flush, 1);
    expect_clean();
}

TEST_F(CheckCh3, WithoutItsLastUnitAnOperationIsNotApplied) {
    calls(0, Kind::lock_all);
    asks_ch3(0, 1);
    grants(1, 0, shared);
    posts(0, 0, 1, OpKind::put, six_words);
    for (const std::uint32_t first : {0u, 2u}) {
        sends(unit(first, 2));
        applies(unit(first, 2));
    }
    checker.op_completed(0, 0, 1);
    calls(0, Kind::flush, 1);
    expect_violation(Invariant::epoch_kept,
                     "put of rank 0 to rank 1 (window w, displacement 0) is not applied when flush returns");
}

TEST_F(CheckCh3, TheFirstUnitTwiceIsSeen) {
    calls(0, Kind::lock_all);
    posts(0, 0, 1, OpKind::put, six_words);
    sends(unit(0, 2));
    sends(unit(0, 2));
    expect_violation(Invariant::applied_once,
                     "PUT+STREAM of rank 0 to rank 1 (window w, displacement 0) is sent twice, although the first "
                     "packet was not dropped");
}

TEST_F(CheckCh3, ALockThatIsRefusedMayBeAskedForAgain) {
    calls_lock(0, 1, exclusive);
    asks_ch3(0, 1);
    sends(packet(1, 0, ch3::kind::lock_ack, 0, ch3::flag::discarded));
    checker.world_ended(0);
    expect_clean();
    asks_ch3(0, 1);
    grants(1, 0, exclusive);
    checker.lock_released(1, 0, 0);
    expect_violation(Invariant::grant_asked_for,
                     "rank 1 releases its lock (window w) for rank 0, which did not call unlock");
}

TEST_F(CheckCh3, AnUnlockThatCameWithARefusedLockIsForgotten) {
    calls_lock(0, 1, exclusive);
    receives(packet(0, 1, PacketKind::put, 0, ch3::flag::lock_exclusive | ch3::flag::unlock));
    sends(packet(1, 0, ch3::kind::lock_ack, 0, ch3::flag::discarded));
    asks_ch3(0, 1);
    grants(1, 0, exclusive);
    checker.lock_released(1, 0, 0);
    expect_violation(Invariant::grant_asked_for,
                     "rank 1 releases its lock (window w) for rank 0, which did not call unlock");
}

TEST_F(CheckCh3, LocksMayBeGrantedInAnyOrder) {
    calls_lock(0, 1, exclusive);
    asks_ch3(0, 1);
    checker.lock_queued(1, 0, 0, exclusive);
    calls_lock(2, 1, exclusive);
    asks_ch3(2, 1);
    grants(1, 2, exclusive);
    expect_clean();
}

// CH3-FENCE-3: its reduction waits for all ranks.
TEST_F(CheckCh3, TheFirstFenceWaits) {
    begins(0, Kind::fence);
    returns(0);
    expect_violation(Invariant::epoch_kept,
                     "fence 1 returned at rank 0 (window w) before all ranks had called this fence");
}

TEST_F(CheckCh3, AFenceOpensItsEpochAtEachTargetAlone) {
    fences(0);
    posts(0, 0, 1);
    const Packet put = packet(0, 1, PacketKind::put);
    sends(put);
    receives(put);
    applies(put);
    expect_violation(Invariant::epoch_kept,
                     "rank 0 accesses the memory of rank 1 (window w) before rank 1 called fence 1");
}

}  // namespace rmasim::sim::check
