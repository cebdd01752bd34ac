// Windows of a running program come and go, and one after the other has the same number, at other ranks.
#include "tests/unit/check_history.h"

namespace rmasim::sim::check {

namespace {

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
    checker.window_came(0, "first", 0, {0, 1});
    fence_at({0, 1});
    fence_at({0, 1});
    expect_clean();
    fence_at({0});
    expect_violation(Invariant::epoch_kept,
                     "fence 3 returned at rank 0 (window first) before all ranks had called it");
}

TEST_F(CheckWindowsThatCome, TheNextOneOfANumberBeginsAnew) {
    checker.window_came(0, "first", 0, {0, 1});
    fence_at({0, 1});
    fence_at({0, 1});
    free_at({0, 1});
    checker.window_came(0, "second", 1, {1, 2});
    fence_at({1, 2});
    fence_at({1, 2});
    expect_clean();
    fence_at({1});
    expect_violation(Invariant::epoch_kept,
                     "fence 3 returned at rank 1 (window second) before all ranks had called it");
}

TEST_F(CheckWindowsThatCome, PacketsOfTheOneBeforeAreSeen) {
    checker.window_came(0, "first", 0, {0, 1});
    free_at({1});
    checker.window_came(0, "second", 1, {1, 2});
    checker.packet_sent(packet(2, 1, PacketKind::barrier));
    expect_clean();
    checker.packet_sent(packet(0, 1, PacketKind::barrier));
    expect_violation(Invariant::window_kept,
                     "rank 0 sends BARRIER to rank 1, where win_free of window second has returned");
}

TEST_F(CheckWindowsThatCome, RecordsStayWhenThereAreMore) {
    checker.window_came(0, "first", 0, {0, 1, 2});
    locks(0, 1, exclusive);
    posts(0, 0, 1);
    for (WindowId number = 1; number < 40; ++number) checker.window_came(number, "more", number, {0, 1, 2});
    carries_out(packet(0, 1, PacketKind::put));
    expect_clean();
    checker.op_applied(1, packet(0, 1, PacketKind::put));
    expect_violation(
        Invariant::applied_once,
        "PUT of rank 0 to rank 1 (window first, byte 0) is applied, but was applied before, or never sent");
}

TEST_F(CheckWindowsThatCome, ItsElementsAreCounted) {
    checker.window_came(0, "first", 0, {0, 1, 2});
    checker.window_came(1, "second", 1, {0, 1, 2});
    for (int i = 0; i < 2; ++i) checker.element_taken(0, 1, ElementKind::operation, PoolLevel::local);
    expect_clean();
    checker.element_taken(0, 1, ElementKind::operation, PoolLevel::local);
    expect_violation(Invariant::elements_conserved,
                     "rank 0 has 3 op elements of the local pool (window second) in use, which has 2");
}

}  // namespace rmasim::sim::check
