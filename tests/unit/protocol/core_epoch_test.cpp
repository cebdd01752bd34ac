// Epochs of New RMA: the legal transitions between their states, and epochs that may be open at the end of a program.
#include "protocol/base/errors.h"
#include "protocol/newrma/engine.h"
#include "protocol/newrma/epoch_state.h"
#include "sim/scenario/families/family.h"
#include "sim/untimed/world/untimed_ranks.h"
#include "tests/unit/protocol/requests.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::newrma {
namespace {

// ---- The tables of legal steps between epoch states: exactly these, each with its clause, and an error for any other.

template <class State>
std::set<std::pair<State, State>> legal_steps(int states) {
    std::set<std::pair<State, State>> steps;
    for (int from = 0; from < states; ++from) {
        for (int to = 0; to < states; ++to) {
            const auto a = static_cast<State>(from);
            const auto b = static_cast<State>(to);
            if (!clause_for(a, b).empty()) steps.insert({a, b});
        }
    }
    return steps;
}

TEST(CoreEpochState, StepsOfAWindow) {
    using W = WindowState;
    std::set<std::pair<W, W>> expected{
        // FENCE
        {W::unset, W::fence_issued},
        {W::fence_issued, W::fence_granted},
        {W::fence_granted, W::fence_issued},
        {W::fence_issued, W::fence_issued},
        {W::fence_granted, W::unset},
        {W::fence_issued, W::unset},
        // LOCK
        {W::per_target, W::unset},
        // POST-START-COMPLETE-WAIT
        {W::pscw_issued, W::pscw_granted},
        {W::pscw_granted, W::unset},
        // LOCK_ALL
        {W::lock_all_called, W::lock_all_issued},
        {W::lock_all_issued, W::lock_all_granted},
        {W::lock_all_called, W::unset},
        {W::lock_all_granted, W::unset},
    };
    // A mode may begin where none is open, and take over after a fence.
    for (const W from : {W::unset, W::fence_issued, W::fence_granted}) {
        for (const W opening : {W::per_target, W::pscw_issued, W::lock_all_called, W::lock_all_granted}) {
            expected.insert({from, opening});
        }
    }
    EXPECT_EQ(legal_steps<W>(9), expected);
}

TEST(CoreEpochState, StepsOfATarget) {
    using T = TargetState;
    const std::set<std::pair<T, T>> expected{
        {T::lock_called, T::lock_issued},
        {T::lock_issued, T::lock_granted},
        {T::none, T::lock_granted},  // made while LOCK_ALL fell back
        // made
        {T::absent, T::lock_called},
        {T::absent, T::lock_granted},
        {T::absent, T::none},
        // freed, never while the lock is asked for
        {T::lock_called, T::absent},
        {T::lock_granted, T::absent},
        {T::none, T::absent},
    };
    EXPECT_EQ(legal_steps<T>(5), expected);
}

TEST(CoreEpochState, AnIllegalStepNamesTheCallAndBothStates) {
    EXPECT_NO_THROW(require_transition(Call::lock, WindowState::unset, WindowState::per_target));
    try {
        require_transition(Call::fence, WindowState::per_target, WindowState::fence_issued);
        FAIL() << "no error";
    } catch (const ProtocolError& error) {
        EXPECT_STREQ(error.what(), "fence: no clause allows PER_TARGET -> FENCE_ISSUED");
    }
    EXPECT_THROW(require_transition(Call::lock, TargetState::lock_granted, TargetState::lock_called), ProtocolError);
    EXPECT_THROW(require_exposure_transition(Call::post, WindowState::unset, WindowState::fence_issued), ProtocolError);
}

// ---- MPI_WIN_FREE: what may be left open at the end of a program (a fence's IBARRIER, NR-FENCE-12) and what may not.

class TwoRanks : public testing::Test, private sim::Choices {
protected:
    TwoRanks() { ranks_.reset(); }

    const Engine& engine(Rank rank) const { return dynamic_cast<const Engine&>(ranks_.process(rank)); }

    // The request of an r-form on window 0.
    RequestId begin(Rank rank, CallRequest request) {
        sim::Thread& thread = ranks_.threads(rank).front();
        ranks_.begin_step(*this);
        ranks_.begin(thread, std::move(request));
        ranks_.end_call(thread);
        return thread.answer.request;
    }
    void settle() {
        for (std::vector<sim::Move> moves = possible(); !moves.empty(); moves = possible()) {
            ranks_.begin_step(*this);
            ranks_.make(moves.front());
        }
        for (Rank rank : {0, 1}) {
            sim::Thread& thread = ranks_.threads(rank).front();
            ranks_.end_call(thread);
            ASSERT_NE(thread.activity, sim::Thread::Activity::in_call);
        }
    }
    static CallRequest put_to(Rank target, Call call = Call::put) {
        CallRequest request = request_to(call, target);
        request.operation.target = target;
        request.operation.region.count = 8;
        return request;
    }

    // Empty when the windows may be freed.
    std::string refusal(Rank rank) {
        try {
            engine(rank).require_closed();
        } catch (const ErroneousProgram& error) {
            return error.what();
        }
        return "";
    }

private:
    static sim::Scenario scenario() {
        sim::Scenario scenario;
        scenario.ranks = 2;
        scenario.family = &sim::family_named("newrma");
        scenario.protocol = scenario.family->settings.defaults();
        scenario.windows = {{"w", 4096}};
        scenario.program_of_rank = {-1, -1};
        return scenario;
    }
    std::vector<sim::Move> possible() const {
        std::vector<sim::Move> moves;
        ranks_.append_moves(moves);
        return moves;
    }
    std::size_t pick(std::size_t) override { return 0; }

    const sim::Scenario scenario_ = scenario();
    sim::UntimedRanks ranks_{scenario_, sim::Coverage::plain};
};

TEST_F(TwoRanks, AFencesBarrierMayBeLeft) {
    for (Rank rank : {0, 1}) begin(rank, fence_request(Assert::noprecede));
    EXPECT_EQ(refusal(0), "") << "still on its way";
    settle();
    EXPECT_EQ(refusal(0), "");
    for (Rank rank : {0, 1}) begin(rank, fence_request(Assert::noprecede | Assert::nosucceed));
    settle();
    EXPECT_TRUE(engine(0).window(0).fence_req.has_value());
    EXPECT_EQ(refusal(0), "");
}

TEST_F(TwoRanks, AFenceEpochWithOperationsMayNot) {
    for (Rank rank : {0, 1}) begin(rank, fence_request(Assert::noprecede));
    settle();
    begin(0, put_to(1));
    EXPECT_NE(refusal(0), "");
    EXPECT_EQ(refusal(1), "");
    for (Rank rank : {0, 1}) begin(rank, fence_request(Assert::none));
    settle();
    EXPECT_EQ(refusal(0), "") << "a fence without NOSUCCEED, and nothing posted since";
}

TEST_F(TwoRanks, ALockMayNot) {
    begin(0, lock_request(LockType::shared, 1));
    EXPECT_NE(refusal(0), "");
    begin(0, request_to(Call::unlock, 1));
    settle();
    EXPECT_EQ(refusal(0), "");
    begin(0, lock_request(LockType::exclusive, 0));
    EXPECT_NE(refusal(0), "");
    begin(0, request_to(Call::unlock, 0));
    EXPECT_EQ(refusal(0), "");
}

TEST_F(TwoRanks, LockAllMayNot) {
    begin(0, {.call = Call::lock_all});
    EXPECT_NE(refusal(0), "");
    begin(0, {.call = Call::unlock_all});
    settle();
    EXPECT_EQ(refusal(0), "");
}

TEST_F(TwoRanks, AccessAndExposureEpochsMayNot) {
    begin(1, {.call = Call::post, .group = {0}});
    begin(0, {.call = Call::start, .group = {1}});
    EXPECT_NE(refusal(0), "");
    EXPECT_NE(refusal(1), "");
    begin(0, {.call = Call::complete});
    begin(1, {.call = Call::wait});
    settle();
    EXPECT_EQ(refusal(0), "");
    EXPECT_EQ(refusal(1), "");
}

TEST_F(TwoRanks, ARequestMayNot) {
    begin(0, {.call = Call::lock_all, .asserts = Assert::nocheck});
    const RequestId request = begin(0, put_to(1, Call::rput));
    begin(0, {.call = Call::unlock_all});
    settle();
    EXPECT_NE(refusal(0), "");
    begin(0, {.call = Call::request_wait, .requests = {request}});
    settle();
    EXPECT_EQ(refusal(0), "");
}

TEST_F(TwoRanks, NothingIsHeldByAnEngineThatHasDoneNothing) {
    const ProcessMemory use = engine(0).memory_use();
    EXPECT_GT(use.engine_bytes, 0u);
    EXPECT_GT(use.table_bytes, 0u);
    EXPECT_EQ(use.pool_bytes, 0u) << "elements are made when first needed";
}

}  // namespace
}  // namespace rmasim::newrma
