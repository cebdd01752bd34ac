// The order of calls at the same time is unknown in a shared run: CallJudge then assumes the order that breaks a rule.
#include "sim/checkers/usage/shared_calls.h"
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace rmasim::sim::usage {
namespace {

// Two processes with a rank each. The scenario's programs contain the calls of each rank, so that all rules between
// ranks are needed; the tests make the calls at times of their own.
class TwoRanks {
public:
    TwoRanks()
        : scenario_(parse_scenario(parse_json(R"({"name": "two", "ranks": 2, "windows": {"w": {"bytes": 64}},
            "programs": [{"ranks": "0", "calls": [
                {"fence": {"win": "w", "assert": ["noprecede"]}},
                {"lock": {"win": "w", "target": 1, "type": "exclusive", "assert": ["nocheck"]}},
                {"unlock": {"win": "w", "target": 1}},
                {"start": {"win": "w", "group": [1], "assert": ["nocheck"]}}, {"complete": {"win": "w"}}]},
              {"calls": [{"post": {"win": "w", "group": [0], "assert": ["nocheck"]}}, {"wait": {"win": "w"}}]}]})"),
                                   ".")),
          recorders_{CallRecorder(scenario_), CallRecorder(scenario_)}, judge_(scenario_), all_(scenario_) {
        for (int rank = 0; rank < 2; ++rank) threads_.push_back(&all_.make_next().front());
    }

    TwoRanks& begins(std::size_t rank, Time now, CallRequest call) {
        recorders_[rank].began(*threads_[rank], call, now);
        threads_[rank]->makes(call);
        return *this;
    }
    TwoRanks& returns(std::size_t rank, Time now) {
        recorders_[rank].returned(*threads_[rank], now);
        return *this;
    }
    // Ends a slice.
    bool finds_no_error() {
        for (CallRecorder& recorder : recorders_) judge_.add(recorder.take());
        return judge_.finds_no_error();
    }

private:
    Scenario scenario_;
    std::vector<CallRecorder> recorders_;
    CallJudge judge_;
    Threads all_;
    std::vector<Thread*> threads_;
};

const CallRequest lock{.call = Call::lock, .target = 1, .lock_type = LockType::exclusive};
const CallRequest unlock{.call = Call::unlock, .target = 1};
const CallRequest wait_call{.call = Call::wait};

CallRequest with_group(Call call, Rank of, Assert asserts = Assert::none) {
    CallRequest request{.call = call, .asserts = asserts};
    request.group = {of};
    return request;
}

TEST(SharedCalls, ALockMayFollowTheEndOfAnExposure) {
    TwoRanks later;
    later.begins(1, 10, with_group(Call::post, 0)).begins(1, 20, wait_call).returns(1, 30).begins(0, 31, lock);
    EXPECT_TRUE(later.finds_no_error());
    TwoRanks same_time;
    same_time.begins(1, 10, with_group(Call::post, 0)).begins(1, 20, wait_call).returns(1, 30).begins(0, 30, lock);
    EXPECT_FALSE(same_time.finds_no_error());
}

TEST(SharedCalls, APostMayFollowAnUnlock) {
    TwoRanks later;
    later.begins(0, 10, lock).begins(0, 20, unlock).returns(0, 30);
    EXPECT_TRUE(later.finds_no_error());
    later.begins(1, 40, with_group(Call::post, 0));
    EXPECT_TRUE(later.finds_no_error()) << "in another slice";
    TwoRanks same_time;
    same_time.begins(0, 10, lock).begins(0, 20, unlock).returns(0, 30).begins(1, 30, with_group(Call::post, 0));
    EXPECT_FALSE(same_time.finds_no_error());
}

TEST(SharedCalls, AStartWithNocheckFollowsThePost) {
    const CallRequest post = with_group(Call::post, 0, Assert::nocheck);
    const CallRequest start = with_group(Call::start, 1, Assert::nocheck);
    EXPECT_TRUE(TwoRanks().begins(1, 10, post).begins(0, 11, start).finds_no_error());
    EXPECT_FALSE(TwoRanks().begins(1, 10, post).begins(0, 10, start).finds_no_error());
    EXPECT_FALSE(TwoRanks().begins(1, 12, post).begins(0, 11, start).finds_no_error());
}

// A lock in a fence epoch is legal if it is released before the target begins the epoch. The check of the target's
// operations then needs the order of these two events.
TEST(SharedCalls, AFenceAtTheTimeOfAnUnlockIsUndecided) {
    const CallRequest fence{.call = Call::fence, .asserts = Assert::noprecede};
    TwoRanks later;
    later.begins(0, 10, fence).returns(0, 11).begins(0, 12, lock).begins(0, 20, unlock).returns(0, 30);
    EXPECT_TRUE(later.begins(1, 31, fence).finds_no_error());
    TwoRanks same_time;
    same_time.begins(0, 10, fence).returns(0, 11).begins(0, 12, lock).begins(0, 20, unlock).returns(0, 30);
    EXPECT_FALSE(same_time.begins(1, 30, fence).finds_no_error());
}

}  // namespace
}  // namespace rmasim::sim::usage
