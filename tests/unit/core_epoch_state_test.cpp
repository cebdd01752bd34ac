// The tables of legal steps between epoch states: exactly these, each with its clause, and an error for any other.
#include "protocol/newrma/epoch_state.h"

#include "protocol/base/errors.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace rmasim::newrma {
namespace {

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

}  // namespace
}  // namespace rmasim::newrma
