// Synchronisation counters in handwritten programs: rank 0 puts to rank 1, the owner of a counter, and signals it.
#include "protocol/memmodel/checker.h"

#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace rmasim::memmodel_test {

namespace {

using namespace memmodel;

class CountedOperations : public testing::Test {
protected:
    static constexpr RequestId of_puts = persistent_request | 1, of_counter = persistent_request | 2;
    static constexpr auto puts = static_cast<unsigned>(SyncModes::put);

    void expect_of_requests(Guarantee guarantee) {
        memmodel::Setup setup;
        setup.threads = {2, 1, 1};
        setup.counted = guarantee;
        checker = std::make_unique<Checker>(setup);
        for (Rank rank = 0; rank < 3; ++rank) checker->created(rank, 0, {.bytes = {0, 64}});
        step(0, of_puts, RequestStep::started);
        step(1, of_counter, RequestStep::started);
        set_to(1);
    }
    void SetUp() override { expect_of_requests(Guarantee::complete_at_origin); }

    Origin origin_of(Rank rank) { return {rank, rank == 0 ? thread_of_0 : 0, location, location}; }
    void began(Rank rank, const CallRequest& call) {
        ++location;
        checker->began(origin_of(rank), call);
    }
    void returned(Rank rank) { checker->returned(origin_of(rank), {.done = true}); }
    void waits(Rank rank, RequestId id) {
        CallRequest call{.call = Call::request_wait};
        call.requests = {id};
        began(rank, call);
    }
    void operation(Rank rank, OpKind kind) {
        CallRequest call{.call = kind == OpKind::put ? Call::put : Call::get, .target = 1};
        call.operation.target = 1;
        call.operation.kind = kind;
        call.operation.region.count = 1;
        call.operation.region.datatype = Datatype::int64;
        began(rank, call);
        returned(rank);
    }
    void step(Rank rank, RequestId id, RequestStep what) {
        const bool counts = id == of_counter;
        checker->request_stepped(rank, id, what, 0, counts ? no_rank : 1, counts ? 0 : puts);
    }
    void change(CounterStep what, std::int64_t to, Rank by = no_rank) {
        CounterChange made{.owner = 1, .generation = 1, .step = what, .to = to, .count = 1, .by = by};
        checker->counter_changed(made);
    }
    void set_to(std::int64_t value) { change(CounterStep::start, value); }
    void signal_arrives(std::int64_t value) { change(CounterStep::lowered, value, 0); }

    // WAIT of the origin; the signal leaves.
    void origin_waits() {
        waits(0, of_puts);
        checker->signal_sent({0, of_puts, 0, 1, 0, 1});
        step(0, of_puts, RequestStep::complete);
        step(0, of_puts, RequestStep::reported);
        returned(0);
    }
    // WAIT of the owner, which finds zero.
    void owner_waits() {
        step(1, of_counter, RequestStep::complete);
        waits(1, of_counter);
        step(1, of_counter, RequestStep::reported);
        returned(1);
    }
    void message(Rank from, Rank to) {
        CallRequest send{.call = Call::send}, recv{.call = Call::recv};
        send.message.peer = to;
        recv.message.peer = from;
        began(from, send);
        returned(from);
        began(to, recv);
        checker->matched(to, received, from, 0, no_window);
        checker->returned(origin_of(to), {.index = static_cast<std::int32_t>(received++)});
    }
    std::vector<Rule> found_when_the_owner_looks() {
        checker->load({1, 0, ++location, location}, 1, 0, {0, 8, 0, 1});
        std::vector<Rule> rules;
        for (const Finding& found : checker->findings().sorted()) rules.push_back(found.rule);
        return rules;
    }

    std::unique_ptr<Checker> checker;
    std::uint32_t location = 0;
    std::uint32_t received = 0;     // number of receives
    std::uint32_t thread_of_0 = 0;  // which thread of rank 0 makes the calls
};
using Rules = std::vector<Rule>;

}  // namespace

TEST_F(CountedOperations, AreOverWhenTheCounterIsFoundAtZero) {
    operation(0, OpKind::put);
    origin_waits();
    signal_arrives(0);
    owner_waits();
    EXPECT_EQ(found_when_the_owner_looks(), Rules{});
}

TEST_F(CountedOperations, MayGoOnWhateverAMessageSays) {
    operation(0, OpKind::put);
    origin_waits();
    message(0, 1);
    EXPECT_EQ(found_when_the_owner_looks(), Rules{Rule::concurrent_local});
}

TEST_F(CountedOperations, AreOverWithAnAcknowledgementButTheCopyIsStale) {
    expect_of_requests(Guarantee::applied);
    operation(0, OpKind::put);
    origin_waits();
    message(0, 1);
    EXPECT_EQ(found_when_the_owner_looks(), Rules{Rule::stale_private});
}

TEST_F(CountedOperations, AreNotOverByASignalThatAResetWipesOut) {
    operation(0, OpKind::put);
    origin_waits();
    signal_arrives(0);
    set_to(1);
    operation(0, OpKind::put);
    signal_arrives(0);  // of nobody whose put was covered
    owner_waits();
    EXPECT_EQ(found_when_the_owner_looks(), (Rules{Rule::concurrent_local, Rule::concurrent_local}));
}

TEST_F(CountedOperations, AreNotOverByASignalBelowZero) {
    operation(0, OpKind::put);
    origin_waits();
    signal_arrives(0);
    step(0, of_puts, RequestStep::started);
    operation(0, OpKind::put);
    origin_waits();
    signal_arrives(-1);
    owner_waits();
    EXPECT_EQ(found_when_the_owner_looks(), Rules{Rule::concurrent_local});
    EXPECT_EQ(checker->findings().sorted()[0].first.location, 3u);  // the second put
}

TEST_F(CountedOperations, OfOneRankFollowEachOtherWhenTheRequestIsComplete) {
    operation(0, OpKind::put);
    origin_waits();
    operation(0, OpKind::put);
    EXPECT_EQ(checker->findings().count(), 0u);
    operation(0, OpKind::put);
    EXPECT_EQ(checker->findings().count(), 1u);
}

// Numbers of requests are used again. What another thread waited for in an earlier call is none of the new one's.
TEST_F(CountedOperations, FollowEachOtherBesideAThreadThatHasWaitedForARequestOfTheSameNumber) {
    origin_waits();
    CallRequest recv{.call = Call::recv};
    recv.message.peer = 1;
    began(0, recv);  // and stays inside
    thread_of_0 = 1;
    step(0, of_puts, RequestStep::started);
    operation(0, OpKind::put);
    origin_waits();
    operation(0, OpKind::put);
    EXPECT_EQ(checker->findings().count(), 0u);
}

TEST_F(CountedOperations, OfOtherRanksDoNot) {
    operation(0, OpKind::put);
    origin_waits();
    message(0, 2);
    operation(2, OpKind::get);
    EXPECT_EQ(checker->findings().count(), 1u);
}

TEST_F(CountedOperations, FindWhatTheSignallerHasStored) {
    const auto store = [&] { checker->store({0, 0, ++location, location}, 0, 0, {0, 8, 0, 1}); };
    store();
    message(0, 1);
    CallRequest get{.call = Call::get, .target = 0};
    get.operation.kind = OpKind::get;
    get.operation.region.count = 1;
    get.operation.region.datatype = Datatype::int64;
    get.operation.target = 0;
    began(1, get);
    returned(1);
    ASSERT_EQ(checker->findings().count(), 1u);
    EXPECT_EQ(checker->findings().sorted()[0].rule, Rule::stale_public);

    SetUp();
    store();
    origin_waits();
    signal_arrives(0);
    owner_waits();
    began(1, get);
    returned(1);
    EXPECT_EQ(checker->findings().count(), 0u);
}

}  // namespace rmasim::memmodel_test
