// The checker's records of windows that are created and freed, and whose numbers are reused.
#include "tests/unit/checkers/check_history.h"

namespace rmasim::sim::check {
namespace {

class CheckLives : public History {
protected:
    void barrier_packet(Rank source, Rank target) {
        sends(packet(source, target, PacketKind::barrier));
        receives(packet(source, target, PacketKind::barrier));
    }
    // Three ranks: two rounds.
    void all_free() {
        for (Rank rank = 0; rank < 3; ++rank) begins(rank, Kind::win_free);
        for (Rank rank = 0; rank < 3; ++rank) {
            barrier_packet(rank, (rank + 1) % 3);
            barrier_packet(rank, (rank + 2) % 3);
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
                     "win_free of window w returns at rank 1 while 1 packets of the window to this rank are in flight");
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
                     "win_free of window w returns at rank 2 while 1 elements of the window are in use");
}

TEST_F(CheckLives, ALockIsHeldWhenWinFreeReturns) {
    locks(0, 1, exclusive);
    sends(packet(0, 1, newrma::kind::lock));  // the history above had received it only
    calls(1, Kind::win_free);
    expect_violation(Invariant::window_kept,
                     "win_free of window w returns at rank 1 while other ranks hold its lock (1 ranks)");
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
                     "win_free of window w returns at rank 1 while 1 packets of the window to this rank are in flight");
}

namespace {

// ---- A running program creates and frees windows. Successive windows have the same number, at different ranks.

class CheckWindowsThatCome : public History {
protected:
    CheckWindowsThatCome() : History(without_windows()) {}

    static CheckerContext without_windows() {
        CheckerContext context = small_world();
        context.windows.clear();
        return context;
    }
    void fence_at(std::initializer_list<Rank> ranks) {
        for (const Rank rank : ranks) begins(rank, Kind::fence);
        for (const Rank rank : ranks) returns(rank);
    }
    void free_at(std::initializer_list<Rank> ranks) {
        for (const Rank rank : ranks) begins(rank, Kind::win_free);
        for (const Rank rank : ranks) returns(rank);
    }
};

}  // namespace

TEST_F(CheckWindowsThatCome, FencesConcernItsRanksOnly) {
    checker.window_created(0, "first", 0, {0, 1});
    fence_at({0, 1});
    fence_at({0, 1});
    expect_clean();
    fence_at({0});
    expect_violation(Invariant::epoch_kept,
                     "fence 3 returned at rank 0 (window first) before all ranks had called this fence");
}

TEST_F(CheckWindowsThatCome, TheNextOneOfANumberBeginsAnew) {
    checker.window_created(0, "first", 0, {0, 1});
    fence_at({0, 1});
    fence_at({0, 1});
    free_at({0, 1});
    checker.window_created(0, "second", 1, {1, 2});
    fence_at({1, 2});
    fence_at({1, 2});
    expect_clean();
    fence_at({1});
    expect_violation(Invariant::epoch_kept,
                     "fence 3 returned at rank 1 (window second) before all ranks had called this fence");
}

TEST_F(CheckWindowsThatCome, PacketsOfTheOneBeforeAreSeen) {
    checker.window_created(0, "first", 0, {0, 1});
    free_at({1});
    checker.window_created(0, "second", 1, {1, 2});
    checker.packet_sent(packet(2, 1, PacketKind::barrier));
    expect_clean();
    checker.packet_sent(packet(0, 1, PacketKind::barrier));
    expect_violation(Invariant::window_kept,
                     "rank 0 sends BARRIER to rank 1, where win_free of window second has returned");
}

TEST_F(CheckWindowsThatCome, RecordsStayWhenThereAreMore) {
    checker.window_created(0, "first", 0, {0, 1, 2});
    locks(0, 1, exclusive);
    posts(0, 0, 1);
    for (WindowId number = 1; number < 40; ++number) checker.window_created(number, "more", number, {0, 1, 2});
    carries_out(packet(0, 1, PacketKind::put));
    expect_clean();
    checker.op_applied(1, packet(0, 1, PacketKind::put));
    expect_violation(
        Invariant::applied_once,
        "PUT of rank 0 to rank 1 (window first, displacement 0) is applied, but was already applied, or never sent");
}

TEST_F(CheckWindowsThatCome, ItsElementsAreCounted) {
    checker.window_created(0, "first", 0, {0, 1, 2});
    checker.window_created(1, "second", 1, {0, 1, 2});
    for (int i = 0; i < 2; ++i) checker.element_taken(0, 1, ElementKind::operation, PoolLevel::local);
    expect_clean();
    checker.element_taken(0, 1, ElementKind::operation, PoolLevel::local);
    expect_violation(Invariant::elements_conserved,
                     "rank 0 has 3 op elements of the local pool (window second) in use, but the pool has only 2");
}

}  // namespace rmasim::sim::check
