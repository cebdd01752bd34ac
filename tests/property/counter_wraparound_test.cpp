// The numbers of acknowledgements, operations and barriers wrap around after 2^32, and comparisons of them change their
// sign after 2^31. No run is long enough for this, so in these tests the numbers begin shortly before these limits.
// Random programs of every family, with threads, must end with the results of the sequential model.
#include "protocol/newrma/engine.h"
#include "protocol/newrma/routines/origin_side.h"
#include "protocol/newrma/routines/progress.h"
#include "protocol/newrma/routines/supply.h"
#include "sim/scenario/read/parse.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "sim/untimed/fuzz/run/scheduler.h"
#include "sim/untimed/world/untimed_world.h"
#include "sim/untimed/world/waits.h"
#include "tests/property/counter_wraparound.h"
#include "tests/property/expectations.h"
#include "tests/unit/protocol/no_data.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rmasim::property {

namespace {

// Runs a program like `rmasim fuzz`. Numbers advance by a few dozen in a run.
void run_late(const RandomProgram& program, std::uint32_t start, std::uint64_t seed) {
    const CounterWraparound late(*program.family, start);
    sim::Scenario scenario = sim::parse_scenario(scenario_of(program), ".");
    scenario.family = &late;
    const CallsOfRanks calls = calls_of_ranks(program);
    LiveCheck live(program, calls);
    sim::check::Checker checker(scenario);
    sim::UntimedWorld world(scenario, &checker, &live);
    live.watch(world.memory());
    Scheduler scheduler(seed, program.ranks);
    const sim::StepResult result = run_by(scheduler, world, [&](const sim::Move& move, std::size_t) {
        const sim::StepResult made = world.carry_out(move, scheduler);
        return checker.violation() || live.wrong() ? sim::StepResult::broken : made;
    });
    ASSERT_FALSE(checker.violation()) << checker.violation()->what;
    ASSERT_FALSE(live.wrong()) << *live.wrong();
    ASSERT_EQ(result, sim::StepResult::continued) << world.trouble();
    ASSERT_TRUE(world.finished()) << sim::waits_of(world).front();
    SequentialModel model(program);
    model.run();
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        for (WindowId id = 0; id < program.windows; ++id) {
            const auto got = world.memory().contents(rank, id);
            ASSERT_EQ(std::vector<std::byte>(got.begin(), got.end()), model.window(rank, id)) << rank << ' ' << id;
        }
    }
}

class NumbersBegin : public testing::TestWithParam<std::uint32_t> {};

TEST_P(NumbersBegin, LateInEveryFamily) {
    const std::uint64_t programs = from_environment("RMASIM_LATE_PROGRAMS", random_rounds(60));
    for (const sim::Family* const family : sim::families()) {
        if (family->counts_signals()) continue;  // the bench has no counters (random_counters.h)
        if (family->name() == "ch3" || family->name() == "ch4") continue;  // they hang as MPICH does
        for (std::uint64_t seed = 0; seed < programs && !HasFatalFailure(); ++seed) {
            SCOPED_TRACE(std::string(family->name()) + ", seed " + std::to_string(seed));
            run_late(make_random_program(seed, *family), GetParam(), seed);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Numbers, NumbersBegin,
                         testing::Values(0xFFFFFFFFU, 0xFFFFFFFEU, 0xFFFFFFFAU, 0xFFFFFFE0U, 0x7FFFFFFFU, 0x7FFFFFFAU,
                                         0x7FFFFFE0U));

// ---- An element that lives while its window requests 2^31 acknowledgements of others

class LongLived : public testing::Test, private Transport, private Observer {
protected:
    void send(const Packet&) override {}

    // Requests an acknowledgement, and returns the answer.
    Packet ask() {
        Packet asked = newrma::packet_to(engine, 1, window, newrma::kind::rma_done);
        newrma::ask_acknowledgement(window, *element, asked);
        Packet answer;
        answer.source = 1;
        answer.target = 0;
        answer.kind = newrma::kind::rma_done_ack;
        newrma::set_ack_id(answer, newrma::part(asked).ack_id);
        return answer;
    }
    void receive(const Packet& answer) { newrma::on_reply(engine, window, answer); }

    NoData memory;
    const newrma::Config config{};
    const World around{*this, memory, *this};
    newrma::EngineState engine{0, 3, 1, config, around};
    newrma::Window& window = engine.windows[0];
    newrma::TargetElement* element = nullptr;
};

TEST_F(LongLived, AnElementKnowsItsAcknowledgementsAfterTwoToThe31OfOthers) {
    newrma::set_state(engine, Call::lock, window, newrma::WindowState::per_target);
    element = newrma::try_take_target(engine, window, 1, newrma::TargetState::lock_granted);
    for (const std::uint32_t of_others : {0x10U, 0x7FFFFFF0U, 0x7FFFFFFFU, 0x80000000U, 0x80000001U, 0xFFFFFFF0U}) {
        receive(ask());
        window.last_ack_id += of_others;
        const Packet late = ask();
        EXPECT_EQ(element->acks_due(), 1u);
        EXPECT_NO_THROW(receive(late)) << of_others;
        EXPECT_EQ(element->acks_due(), 0u) << of_others;
        EXPECT_EQ(window.ack_count, 0u);
    }
}

// The element's own counts wrap around as well.
TEST_F(LongLived, AnElementMayAskMoreThanTwoToThe32Times) {
    window.last_ack_id = 0xFFFFFFF0U;
    newrma::set_state(engine, Call::lock, window, newrma::WindowState::per_target);
    element = newrma::try_take_target(engine, window, 1, newrma::TargetState::lock_granted);
    for (int i = 0; i < 40; ++i) {
        const Packet first = ask();
        const Packet second = ask();
        receive(first);
        EXPECT_EQ(element->acks_due(), 1u);
        receive(second);
        EXPECT_EQ(element->acks_due(), 0u);
    }
    EXPECT_LT(element->acks_asked, 100u);
}

// Operations are numbered, too. A flush waits for earlier operations, and not for operations that another thread posts
// during the flush.
TEST_P(NumbersBegin, LateForAFlushToo) {
    struct Sent final : Transport {
        void send(const Packet& packet) override { last = packet; }
        Packet last;
    } sent;
    NoData memory;
    Observer nobody;
    const newrma::Config config{};
    const World around{sent, memory, nobody};
    newrma::Engine engine(0, 2, 1, config, around, GetParam());
    CallAnswer answer;
    std::vector<Task<>> calls;
    const auto begin = [&](Call call) {
        CallRequest request;
        request.call = call;
        request.target = request.operation.target = 1;
        request.operation.kind = call == Call::get ? OpKind::get : OpKind::put;
        request.operation.region.count = 8;
        request.asserts = call == Call::lock ? Assert::nocheck : Assert::none;
        calls.push_back(engine.begin(std::move(request), answer));
        calls.back().start();
    };
    for (const Call call : {Call::lock, Call::get, Call::flush, Call::put}) begin(call);
    EXPECT_FALSE(calls[2].done());
    Packet answered;
    answered.source = 1;
    answered.target = 0;
    answered.kind = PacketKind::get_resp;
    answered.flags = newrma::flag::rma_done_ack;
    answered.op = sent.last.op;
    newrma::set_ack_id(answered, newrma::part(sent.last).ack_id);
    engine.deliver(answered);
    EXPECT_TRUE(calls[2].done());
}

}  // namespace

}  // namespace rmasim::property
