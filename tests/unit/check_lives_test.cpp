// The checker's records of windows that are created and freed: what outlives its window is detected.
#include "tests/unit/check_history.h"

namespace rmasim::sim::check {

namespace {

class CheckLives : public History {
protected:
    void meets(Rank source, Rank target) {
        sends(packet(source, target, PacketKind::barrier));
        receives(packet(source, target, PacketKind::barrier));
    }
    // Three ranks: two rounds.
    void all_free() {
        for (Rank rank = 0; rank < 3; ++rank) begins(rank, Kind::win_free);
        for (Rank rank = 0; rank < 3; ++rank) {
            meets(rank, (rank + 1) % 3);
            meets(rank, (rank + 2) % 3);
        }
        for (Rank rank = 0; rank < 3; ++rank) returns(rank);
    }
};

}  // namespace

TEST_F(CheckLives, PassWhenAllIsRight) {
    all_free();
    for (Rank rank = 0; rank < 3; ++rank) calls(rank, Kind::win_create);
    all_free();
    expect_clean();
}

TEST_F(CheckLives, APacketIsOnItsWayWhenWinFreeReturns) {
    calls(1, Kind::lock_all);
    sends(packet(0, 1, PacketKind::barrier));
    calls(1, Kind::unlock_all);
    calls(1, Kind::win_free);
    expect_violation(Invariant::window_kept,
                     "win_free of window w returns at rank 1, and 1 of its packets to this rank are on their way");
}

TEST_F(CheckLives, APacketIsSentToARankThatHasFreedTheWindow) {
    calls(1, Kind::win_free);
    sends(packet(0, 1, PacketKind::barrier));
    expect_violation(Invariant::window_kept, "rank 0 sends BARRIER to rank 1, where win_free of window w has returned");
}

TEST_F(CheckLives, TheBarrierOfTheNextWindowMayComeEarly) {
    all_free();
    begins(0, Kind::win_create);
    for (Rank rank = 1; rank < 3; ++rank) begins(rank, Kind::win_create);
    sends(packet(0, 1, PacketKind::barrier));
    receives(packet(0, 1, PacketKind::barrier));
    expect_clean();
}

TEST_F(CheckLives, BarriersOfTheNextWindowAreNotThoseOfThis) {
    for (Rank rank = 0; rank < 3; ++rank) begins(rank, Kind::win_free);
    returns(0);
    sends(packet(0, 1, PacketKind::barrier));  // of the next WIN_CREATE of rank 0
    returns(1);
    expect_clean();
    receives(packet(0, 1, PacketKind::barrier));
    calls(1, Kind::win_create);
    calls(1, Kind::win_free);
    expect_clean();
}

TEST_F(CheckLives, AnElementIsInUseWhenWinFreeReturns) {
    checker.element_taken(2, 0, ElementKind::target, PoolLevel::global);
    calls(2, Kind::win_free);
    expect_violation(Invariant::elements_conserved,
                     "win_free of window w returns at rank 2, and 1 of its elements are in use");
}

TEST_F(CheckLives, ALockIsHeldWhenWinFreeReturns) {
    locks(0, 1, exclusive);
    sends(packet(0, 1, newrma::kind::lock));  // the history above had received it only
    calls(1, Kind::win_free);
    expect_violation(Invariant::window_kept, "win_free of window w returns at rank 1, whose lock 1 others hold");
}

TEST_F(CheckLives, APacketOfTheNextWindowIsDueInItsLife) {
    for (Rank rank = 0; rank < 3; ++rank) begins(rank, Kind::win_free);
    returns(0);
    sends(packet(0, 1, PacketKind::barrier));  // early
    sends(packet(0, 1, PacketKind::barrier));
    returns(1);
    expect_clean();
    receives(packet(0, 1, PacketKind::barrier));
    calls(1, Kind::win_create);
    calls(1, Kind::win_free);
    expect_violation(Invariant::window_kept,
                     "win_free of window w returns at rank 1, and 1 of its packets to this rank are on their way");
}

}  // namespace rmasim::sim::check
