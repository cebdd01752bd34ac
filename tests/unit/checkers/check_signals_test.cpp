// The checker's records of signals to synchronisation counters: each planted fault is detected.
#include "protocol/synccount/packets.h"
#include "tests/unit/checkers/check_history.h"

namespace rmasim::sim::check {

namespace {

constexpr RequestId request = persistent_request | 1;
constexpr unsigned put_mode = 1;

CheckerContext counting_world() {
    CheckerContext context{3, {"w"}};
    context.family = &family_named("synccount");
    context.protocol = context.family->settings.defaults();
    return context;
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
                     "request 1073741825 of rank 0 for operations to rank 1 has sent 2 signals instead of 1");
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
    expect_violation(Invariant::signalled_once, "rank 0 has sent a signal for a request that is not complete");
}

TEST_F(CheckSignals, APutIsNotCompleteWhenItsRequestSignals) {
    posts(0, 3, 1);
    steps(RequestStep::started);
    signals();
    steps(RequestStep::complete);
    expect_violation(Invariant::epoch_kept,
                     "put of rank 0 to rank 1 (window w, displacement 0) is not complete at its origin when the "
                     "request for it sends a signal");
}

TEST_F(CheckSignals, APutIsNotAppliedWhenTheSignalForItIs) {
    sets_to_one();
    puts(false);
    steps(RequestStep::started);
    signals();
    steps(RequestStep::complete);
    changes(CounterStep::lowered, 1, 0, 0);
    expect_violation(
        Invariant::epoch_kept,
        "put of rank 0 to rank 1 (window w, displacement 0) is not applied when the signal of its request is applied");
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
    expect_violation(Invariant::counted_right, "the request of counter 0 of rank 1 is complete while the counter is 1");
}

TEST_F(CheckSignals, ACounterIsNotWhatItWas) {
    sets_to_one();
    changes(CounterStep::start, 4, 1);
    expect_violation(Invariant::counted_right, "counter 0 of rank 1 has the value 4 instead of 1");
}

TEST_F(CheckSignals, ASignalLowersByTwo) {
    sets_to_one();
    changes(CounterStep::lowered, 1, -1, 0);
    expect_violation(Invariant::counted_right, "counter 0 of rank 1 is changed from 1 to -1 by one signal");
}

// ---- Which operation, request, counter and rank a rule is about. Rank 0 has operations to ranks 1 and 2 on windows w
// and v; all that follow are on w unless told.

namespace {

CheckerContext counting_world_of_two_windows() {
    CheckerContext context = counting_world();
    context.windows = {"w", "v"};
    return context;
}

class CheckSignalScope : public History {
protected:
    static constexpr unsigned puts = 1, gets = 2, accumulates = 4, all = 7;
    CheckSignalScope() : History(counting_world_of_two_windows()) {}

    void steps(RequestStep step, Rank target = 1, unsigned modes = all, WindowId window = 0, Rank rank = 0,
               RequestId id = request) {
        checker.request_stepped(rank, id, step, window, target, modes);
    }
    // Rank 0's request signals and is complete.
    void signals(Rank target = 1, unsigned modes = all, WindowId window = 0) {
        steps(RequestStep::started, target, modes, window);
        sends(packet(0, target, synccount::kind::decrement));
        steps(RequestStep::complete, target, modes, window);
        steps(RequestStep::reported, target, modes, window);
    }
    void posts_on(WindowId window, OpId op, Rank target, OpKind kind = OpKind::put) {
        Operation operation;
        operation.kind = kind;
        operation.target = target;
        operation.window = window;
        operation.region = words_at(op, 1);
        checker.op_posted(0, op, operation);
    }
    Packet packet_of(OpId op, Rank target, PacketKind kind = PacketKind::put, WindowId window = 0) {
        Packet made = packet(0, target, kind, op, PacketFlag::none, words_at(op, 1));
        made.window = window;
        return made;
    }
    void completes(OpId op, Rank target, WindowId window = 0) {
        sends(packet_of(op, target, PacketKind::put, window));
        checker.op_completed(0, op, target);
    }
    void changes(CounterStep step, std::int64_t from, std::int64_t to, Rank by = no_rank, unsigned counter = 0,
                 Rank owner = 1, WindowId window = 0) {
        CounterChange change;
        change.owner = owner;
        change.window = window;
        change.counter = counter;
        change.step = step;
        change.from = from;
        change.to = to;
        change.by = by;
        checker.counter_changed(change);
    }
    static inline const char* const incomplete =
        " is not complete at its origin when the request for it sends a signal";
    static inline const char* const not_applied = " is not applied when the signal of its request is applied";
};

}  // namespace

TEST_F(CheckSignalScope, OtherTargetsAndWindowsMayBeIncomplete) {
    posts_on(0, 1, 2);
    posts_on(1, 2, 1);
    signals(1);
    expect_clean();
    signals(2);
    expect_violation(Invariant::epoch_kept,
                     std::string("put of rank 0 to rank 2 (window w, displacement 8)") + incomplete);
}

TEST_F(CheckSignalScope, OfAnotherWindow) {
    posts_on(1, 2, 1);
    signals(1, all, 1);
    expect_violation(Invariant::epoch_kept,
                     std::string("put of rank 0 to rank 1 (window v, displacement 16)") + incomplete);
}

TEST_F(CheckSignalScope, EachModeIsAboutItsOperations) {
    const struct {
        OpKind kind;
        unsigned mode;
        const char* name;
    } kinds[] = {{OpKind::put, puts, "put"},
                 {OpKind::get, gets, "get"},
                 {OpKind::accumulate, accumulates, "accumulate"},
                 {OpKind::get_accumulate, accumulates, "get_accumulate"}};
    for (const auto& one : kinds) {
        checker.reset();
        posts_on(0, 0, 1, one.kind);
        signals(1, all & ~one.mode);
        expect_clean();
        signals(1, one.mode);
        expect_violation(Invariant::epoch_kept,
                         std::string(one.name) + " of rank 0 to rank 1 (window w, displacement 0)" + incomplete);
    }
}

// The oldest call that is under way decides what a completion may vouch for.
TEST_F(CheckSignalScope, WhatIsPostedLaterIsForTheNextSignal) {
    posts_on(0, 1, 1);
    completes(1, 1);
    begins_wait(0, request);
    posts_on(0, 2, 1);  // by another thread
    begins(0, Kind::request_start, no_rank, Assert::none, 1);
    signals();
    expect_clean();
    returns(0);
    signals();
    expect_violation(Invariant::epoch_kept,
                     std::string("put of rank 0 to rank 1 (window w, displacement 16)") + incomplete);
}

TEST_F(CheckSignalScope, TheOldestCallMayBeThatOfALaterThread) {
    posts_on(0, 1, 1);
    completes(1, 1);
    begins(0, Kind::request_start, no_rank, Assert::none, 1);
    posts_on(0, 2, 1);  // by the other thread
    begins_wait(0, request);
    signals();
    expect_clean();
}

TEST_F(CheckSignalScope, EachSignalVouchesForWhatItsRequestDid) {
    changes(CounterStep::allocated, 0, 0);
    changes(CounterStep::init, 0, 2);
    posts_on(0, 1, 1);
    completes(1, 1);
    signals();
    posts_on(0, 2, 1);
    completes(2, 1);
    signals();
    checker.op_applied(1, packet_of(1, 1));
    changes(CounterStep::lowered, 2, 1, 0);
    expect_clean();
    changes(CounterStep::lowered, 1, 0, 0);
    expect_violation(Invariant::epoch_kept,
                     std::string("put of rank 0 to rank 1 (window w, displacement 16)") + not_applied);
}

TEST_F(CheckSignalScope, ASignalOfPutsDoesNotVouchForOthers) {
    changes(CounterStep::allocated, 0, 0);
    changes(CounterStep::init, 0, 2);
    posts_on(0, 1, 1, OpKind::accumulate);
    posts_on(0, 2, 1);
    completes(2, 1);
    signals(1, puts);
    checker.op_applied(1, packet_of(2, 1));
    changes(CounterStep::lowered, 2, 1, 0);
    expect_clean();
}

TEST_F(CheckSignalScope, ASignalIsAppliedByWhomItWasSentTo) {
    changes(CounterStep::allocated, 0, 0, no_rank, 0, 2);
    changes(CounterStep::init, 0, 1, no_rank, 0, 2);
    signals(1);
    changes(CounterStep::lowered, 1, 0, 0, 0, 2);
    expect_violation(Invariant::signalled_once, "rank 2 applies a signal that rank 0 did not send");
}

TEST_F(CheckSignalScope, ASignalToACounterThatWasFreedIsUsedUp) {
    changes(CounterStep::allocated, 0, 0);
    signals(1);
    changes(CounterStep::freed, 0, 0, 0);
    checker.world_ended(0);
    expect_clean();
    changes(CounterStep::freed, 0, 0, 0);
    expect_violation(Invariant::signalled_once, "rank 1 applies a signal that rank 0 did not send");
}

TEST_F(CheckSignalScope, CountersHaveValuesOfTheirOwn) {
    for (const unsigned counter : {0u, 1u}) changes(CounterStep::allocated, 0, 0, no_rank, counter);
    changes(CounterStep::init, 0, 3, no_rank, 1);
    changes(CounterStep::init, 0, 5, no_rank, 1, 2);
    changes(CounterStep::init, 0, 7, no_rank, 1, 1, 1);
    changes(CounterStep::start, 0, 1);
    changes(CounterStep::start, 3, 4, no_rank, 1);
    changes(CounterStep::start, 5, 6, no_rank, 1, 2);
    changes(CounterStep::start, 7, 8, no_rank, 1, 1, 1);
    expect_clean();
    changes(CounterStep::allocated, 0, 0, no_rank, 1);
    changes(CounterStep::init, 0, 1, no_rank, 1);
    expect_clean();
    changes(CounterStep::init, 4, 1, no_rank, 1);
    expect_violation(Invariant::counted_right, "counter 1 of rank 1 has the value 4 instead of 1");
}

TEST_F(CheckSignalScope, RequestsAreActiveOneByOne) {
    const auto object = [&](RequestStep step, Rank rank, RequestId id) { steps(step, no_rank, 0, 0, rank, id); };
    object(RequestStep::started, 1, request);
    object(RequestStep::started, 2, request);
    object(RequestStep::started, 1, request + 1);
    object(RequestStep::complete, 1, request);
    object(RequestStep::reported, 1, request);
    object(RequestStep::restarted, 1, request);
    expect_clean();
    object(RequestStep::restarted, 1, request);
    expect_violation(Invariant::signalled_once, "request 1073741825 of rank 1 is started while it is active");
}

TEST_F(CheckSignalScope, ARequestIsReportedWhenItIsComplete) {
    steps(RequestStep::started, no_rank, 0, 0, 1);
    steps(RequestStep::reported, no_rank, 0, 0, 1);
    expect_violation(Invariant::signalled_once, "request 1073741825 of rank 1 is reported before it is complete");
}

TEST_F(CheckSignalScope, ASignalToOneselfIsForACompletionToo) {
    changes(CounterStep::allocated, 0, 0, no_rank, 0, 0);
    changes(CounterStep::init, 0, 2, no_rank, 0, 0);
    steps(RequestStep::started, 0);
    changes(CounterStep::lowered, 2, 1, 0, 0, 0);
    steps(RequestStep::complete, 0);
    checker.world_ended(0);
    expect_clean();
    begins(0, Kind::barrier);
    changes(CounterStep::lowered, 1, 0, 0, 0, 0);
    returns(0);
    expect_violation(Invariant::signalled_once, "rank 0 has sent a signal for a request that is not complete");
}

TEST_F(CheckSignalScope, OthersMayHaveSignalled) {
    begins(2, Kind::barrier);
    steps(RequestStep::started);
    sends(packet(0, 1, synccount::kind::decrement));
    returns(2);
    expect_clean();
}

TEST_F(CheckSignalScope, AWorldThatIsResetKnowsNothingOfTheLast) {
    changes(CounterStep::allocated, 0, 0);
    changes(CounterStep::init, 0, 3);
    signals(1);
    sends(packet(0, 1, synccount::kind::decrement));
    steps(RequestStep::started);
    checker.reset();
    steps(RequestStep::started);
    changes(CounterStep::init, 0, 1);
    begins(0, Kind::barrier);
    returns(0);
    checker.world_ended(0);
    expect_clean();
}

TEST_F(CheckSignalScope, ACompletionSignalsOnce) {
    steps(RequestStep::started);
    steps(RequestStep::complete);
    expect_violation(Invariant::signalled_once,
                     "request 1073741825 of rank 0 for operations to rank 1 has sent 0 signals instead of 1");
}

}  // namespace rmasim::sim::check
