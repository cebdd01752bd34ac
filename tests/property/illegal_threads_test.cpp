// Every pair of concurrent calls of two threads on one window. The pairs that the design allows ("RMA + threads") work.
// All other pairs are reported with the names of both calls.
#include "protocol/base/call_table.h"
#include "protocol/newrma/config.h"
#include "sim/scenario/families/family.h"
#include "sim/untimed/world/untimed_ranks.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rmasim::property {

namespace {

// Rank 0 has two threads. Its packets are never answered, so that calls keep waiting.
class Alone final : private sim::Choices {
public:
    Alone() { ranks_.reset(); }

    // Returns the error of the call, or empty. The call may still be waiting.
    std::string begin(std::size_t thread, Call call) {
        sim::Thread& caller = ranks_.threads(0)[thread];
        ranks_.begin_step(*this);
        try {
            ranks_.begin(caller, request_of(call));
            ranks_.end_call(caller);
            return "";
        } catch (const ErroneousProgram& error) {
            return error.what();
        }
    }
    bool waits(std::size_t thread) const {
        return ranks_.threads(0)[thread].activity == sim::Thread::Activity::in_call;
    }

private:
    static sim::Scenario scenario() {
        sim::Scenario scenario;
        scenario.ranks = 2;
        newrma::Config config;
        config.op_pool = {1, 0};
        scenario.family = &sim::family_named("newrma");
        scenario.protocol = sim::make_settings(config);
        scenario.windows = {{"w", 4096}};
        scenario.programs = {std::vector<sim::Program>(2)};
        scenario.program_of_rank = {0, 0};
        return scenario;
    }
    static CallRequest request_of(Call call);
    std::size_t pick(std::size_t) override { return 0; }

    const sim::Scenario scenario_ = scenario();
    sim::UntimedRanks ranks_{scenario_, sim::Coverage::plain};
};

CallRequest Alone::request_of(Call call) {
    CallRequest request;
    request.call = call;
    request.target = 1;
    request.lock_type = LockType::exclusive;
    request.group = {1};
    request.operation.kind = description_of(call).operation;
    request.operation.target = 1;
    request.operation.region = {0, 1, 0, 0, Datatype::int64};
    request.operation.result = sim::discard_buffer();
    return request;
}

const std::vector<Call> operations{
    Call::put,  Call::get,         Call::accumulate,      Call::get_accumulate,   Call::fetch_and_op,
    Call::rput, Call::raccumulate, Call::rget_accumulate, Call::compare_and_swap, Call::rget};
const std::vector<Call> flushes{Call::flush, Call::flush_local, Call::flush_all, Call::flush_local_all};
const std::vector<Call> others{Call::fence, Call::post, Call::start,  Call::complete, Call::wait,
                               Call::test,  Call::lock, Call::unlock, Call::lock_all, Call::unlock_all};

bool is_in(const std::vector<Call>& calls, Call call) {
    return std::find(calls.begin(), calls.end(), call) != calls.end();
}

// The design's list, written independently of the core.
bool legal(Call one, Call other) {
    if (is_in(operations, one) && is_in(operations, other)) return true;
    if (is_in(operations, one)) return is_in(flushes, other) || other == Call::fence;
    if (is_in(operations, other)) return legal(other, one);
    return is_in(flushes, one) && is_in(flushes, other);
}

// Calls that keep waiting here, and the calls that must come before them.
const std::vector<std::pair<Call, std::vector<Call>>> waiting_calls{{Call::put, {Call::lock, Call::put}},
                                                                    {Call::get, {Call::lock, Call::put}},
                                                                    {Call::fence, {}},
                                                                    {Call::complete, {Call::start}},
                                                                    {Call::wait, {Call::post}},
                                                                    {Call::unlock, {Call::lock, Call::put}},
                                                                    {Call::unlock_all, {Call::lock_all, Call::put}},
                                                                    {Call::flush, {Call::lock, Call::put}},
                                                                    {Call::flush_local, {Call::lock, Call::put}},
                                                                    {Call::flush_all, {Call::lock, Call::put}},
                                                                    {Call::flush_local_all, {Call::lock, Call::put}}};

}  // namespace

TEST(IllegalThreads, AreReportedWithBothCalls) {
    std::vector<Call> all = operations;
    all.insert(all.end(), flushes.begin(), flushes.end());
    all.insert(all.end(), others.begin(), others.end());
    int illegal = 0;
    for (const auto& [waiting, before] : waiting_calls) {
        for (const Call concurrent : all) {
            SCOPED_TRACE(std::string(name_of(concurrent)) + " beside " + std::string(name_of(waiting)));
            Alone rank;
            for (const Call call : before) ASSERT_EQ(rank.begin(0, call), "");
            ASSERT_EQ(rank.begin(0, waiting), "");
            ASSERT_TRUE(rank.waits(0));
            const std::string error = rank.begin(1, concurrent);
            const std::string both = std::string(name_of(concurrent)) + ": another thread of the rank is inside " +
                                     std::string(name_of(waiting)) + " on the same window";
            EXPECT_EQ(error.starts_with(both), !legal(waiting, concurrent)) << error;
            illegal += legal(waiting, concurrent) ? 0 : 1;
        }
    }
    // The numbers of illegal partners were counted by hand. An operation has 9, a fence 14, each of complete, wait,
    // unlock and unlock_all 24, and a flush 10.
    EXPECT_EQ(illegal, 2 * 9 + 14 + 4 * 24 + 4 * 10);
}

}  // namespace rmasim::property
