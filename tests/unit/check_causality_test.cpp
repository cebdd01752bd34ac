// A guarantee about another rank holds only if the step that gives it depends on what it guarantees: the same history
// passes or fails depending on its causes.
#include "tests/unit/check_history.h"

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
    expect_broken("put of rank 0 to rank 1 (window w, byte 0) is not applied when flush returns");
}

TEST_F(CheckCausality, AFenceThatReturnsByLuckIsSeen) {
    for (Rank rank = 0; rank < 3; ++rank, causes.next()) begins(rank, Kind::fence);
    causes.know(1);
    causes.know(2);
    returns(0);
    expect_broken("fence 1 returned at rank 0 (window w) before all ranks had called it");
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
    expect_broken("rank 1 receives UNLOCK from rank 0 (window w) when the epoch under that lock is over");
}

}  // namespace rmasim::sim::check
