// The checker's records of signals to synchronisation counters: each planted fault is seen.
#include "protocol/synccount/packets.h"
#include "tests/unit/check_history.h"

namespace rmasim::sim::check {

namespace {

constexpr RequestId request = sync_request | 1;
constexpr unsigned put_mode = 1;

Setting counting_world() {
    Setting setting{3, {"w"}};
    setting.family = &family_named("synccount");
    setting.protocol = setting.family->default_settings();
    return setting;
}

class CheckSignals : public History {
protected:
    CheckSignals() : History(counting_world()) {}

    void steps(RequestStep step, Rank target = 1) { checker.request_stepped(0, request, step, 0, target, put_mode); }
    void object_steps(RequestStep step) { checker.request_stepped(1, request, step, 0, no_rank, 0); }
    void changes(CounterStep step, std::int64_t from, std::int64_t to, Rank by = no_rank) {
        CounterChange change;
        change.owner = 1;
        change.step = step;
        change.from = from;
        change.to = to;
        change.by = by;
        checker.counter_changed(change);
    }
    void signals() { sends(packet(0, 1, synccount::kind::decrement)); }
    // A put to rank 1, which is complete.
    void puts(bool is_applied) {
        posts(0, 3, 1);
        sends(packet(0, 1, PacketKind::put, 3));
        if (is_applied) checker.op_applied(1, packet(0, 1, PacketKind::put, 3));
        checker.op_completed(0, 3, 1);
    }
    void sets_to_one() {
        changes(CounterStep::allocated, 0, 0);
        changes(CounterStep::init, 0, 1);
    }
};

}  // namespace

TEST_F(CheckSignals, PassWhenAllIsRight) {
    sets_to_one();
    object_steps(RequestStep::started);
    puts(true);
    begins_wait(0, request);
    steps(RequestStep::started);
    signals();
    steps(RequestStep::complete);
    steps(RequestStep::reported);
    returns(0);
    changes(CounterStep::lowered, 1, 0, 0);
    object_steps(RequestStep::complete);
    object_steps(RequestStep::reported);
    checker.world_ended(0);
    expect_clean();
}

TEST_F(CheckSignals, ACompletionSignalsTwice) {
    steps(RequestStep::started);
    signals();
    signals();
    steps(RequestStep::complete);
    expect_violation(Invariant::signalled_once,
                     "request 1073741825 of rank 0 for operations to rank 1 has signalled 2 times");
}

TEST_F(CheckSignals, ARequestIsCompleteTwice) {
    steps(RequestStep::started);
    signals();
    steps(RequestStep::complete);
    signals();
    steps(RequestStep::complete);
    expect_violation(Invariant::signalled_once, "request 1073741825 of rank 0 is complete without being active");
}

TEST_F(CheckSignals, ASignalBelongsToNoCompletion) {
    begins_wait(0, request);
    signals();
    returns(0);
    expect_violation(Invariant::signalled_once, "rank 0 has signalled for a request that is not complete");
}

TEST_F(CheckSignals, APutIsNotCompleteWhenItsRequestSignals) {
    posts(0, 3, 1);
    steps(RequestStep::started);
    signals();
    steps(RequestStep::complete);
    expect_violation(
        Invariant::epoch_kept,
        "put of rank 0 to rank 1 (window w, byte 0) is not complete at its origin when its request signals");
}

TEST_F(CheckSignals, APutIsNotAppliedWhenTheSignalForItIs) {
    sets_to_one();
    puts(false);
    steps(RequestStep::started);
    signals();
    steps(RequestStep::complete);
    changes(CounterStep::lowered, 1, 0, 0);
    expect_violation(Invariant::epoch_kept,
                     "put of rank 0 to rank 1 (window w, byte 0) is not applied when the signal for it is applied");
}

TEST_F(CheckSignals, ASignalIsAppliedThatNobodySent) {
    sets_to_one();
    changes(CounterStep::lowered, 1, 0, 0);
    expect_violation(Invariant::signalled_once, "rank 1 applies a signal that rank 0 did not send");
}

TEST_F(CheckSignals, ASignalIsNeverApplied) {
    steps(RequestStep::started);
    signals();
    steps(RequestStep::complete);
    checker.world_ended(0);
    expect_violation(Invariant::signalled_once, "1 signals of rank 0 to rank 1 were never applied");
}

TEST_F(CheckSignals, ACounterCompletesAboveZero) {
    sets_to_one();
    object_steps(RequestStep::started);
    object_steps(RequestStep::complete);
    expect_violation(Invariant::counted_right, "counter 0 of rank 1 completes its request at 1");
}

TEST_F(CheckSignals, ACounterIsNotWhatItWas) {
    sets_to_one();
    changes(CounterStep::start, 4, 1);
    expect_violation(Invariant::counted_right, "counter 0 of rank 1 is at 4, and should be at 1");
}

TEST_F(CheckSignals, ASignalLowersByTwo) {
    sets_to_one();
    changes(CounterStep::lowered, 1, -1, 0);
    expect_violation(Invariant::counted_right, "counter 0 of rank 1 goes from 1 to -1 by a signal");
}

}  // namespace rmasim::sim::check
