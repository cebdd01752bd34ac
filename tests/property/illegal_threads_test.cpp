// Every pair of calls that two threads can be inside of on one window: the legal ones of the design ("RMA + threads")
// go on, all others are reported with the names of both.
#include "protocol/base/call_table.h"
#include "sim/fuzz/scenario_writer.h"
#include "sim/input/read/parse.h"
#include "sim/untimed/untimed_world.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace rmasim::property {

namespace {

using namespace fuzz;

// A call on rank 1, or with it.
Step step_of(Call call) {
    Step step{.call = call, .target = 1, .lock_type = LockType::exclusive, .group = {1}};
    step.kind = description_of(call).operation;
    step.region = {0, 1, 0, 0, Datatype::int64};
    return step;
}

// Rank 0 has two threads. Nobody answers its packets, so that calls wait for ever.
sim::Scenario alone(const std::vector<Call>& before, Call waiting, Call beside) {
    RandomProgram program;
    program.config.op_pool = {1, 0};
    program.results = {1, 0};
    ThreadSteps threads{{{}, {step_of(beside)}}, {{}}};
    for (const Call call : before) threads[0][0].push_back(step_of(call));
    threads[0][0].push_back(step_of(waiting));
    return sim::parse_scenario(scenario_of(program, threads, "loggp"), ".");
}

class Alone final : private sim::Picks {
public:
    Alone(const std::vector<Call>& before, Call waiting, Call beside)
        : scenario_(alone(before, waiting, beside)), world_(scenario_, nobody_) {}

    // The next call of a thread begins. What was wrong with it; empty: nothing.
    std::string call(sim::ThreadId thread) {
        world_.list_moves(moves_);
        for (const sim::Move& move : moves_) {
            if (move.kind != sim::Move::Kind::go_on || move.rank != 0 || move.thread != thread) continue;
            return world_.carry_out(move, *this) == sim::StepResult::went_on ? "" : world_.trouble();
        }
        return "it is inside another call";
    }
    bool waits(sim::ThreadId thread) const {
        return world_.threads(0)[thread].activity == sim::Thread::Activity::in_call;
    }

private:
    std::size_t pick(std::size_t) override { return 0; }

    sim::Scenario scenario_;
    sim::Watcher nobody_;
    sim::UntimedWorld world_;
    std::vector<sim::Move> moves_;
};

const std::vector<Call> operations{
    Call::put,  Call::get,         Call::accumulate,      Call::get_accumulate,   Call::fetch_and_op,
    Call::rput, Call::raccumulate, Call::rget_accumulate, Call::compare_and_swap, Call::rget};
const std::vector<Call> flushes{Call::flush, Call::flush_local, Call::flush_all, Call::flush_local_all};
const std::vector<Call> others{Call::fence, Call::post, Call::start,  Call::complete, Call::wait,
                               Call::test,  Call::lock, Call::unlock, Call::lock_all, Call::unlock_all};

bool is_in(const std::vector<Call>& calls, Call call) {
    return std::find(calls.begin(), calls.end(), call) != calls.end();
}

// The design's list, written down once more.
bool legal(Call one, Call other) {
    if (is_in(operations, one) && is_in(operations, other)) return true;
    if (is_in(operations, one)) return is_in(flushes, other) || other == Call::fence;
    if (is_in(operations, other)) return legal(other, one);
    return is_in(flushes, one) && is_in(flushes, other);
}

// Calls that wait here for ever, and what has to be called before.
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
        for (const Call beside : all) {
            SCOPED_TRACE(std::string(name_of(beside)) + " beside " + std::string(name_of(waiting)));
            Alone rank(before, waiting, beside);
            for (std::size_t i = 0; i <= before.size(); ++i) ASSERT_EQ(rank.call(0), "");
            ASSERT_TRUE(rank.waits(0));
            const std::string error = rank.call(1);
            const std::string both =
                ": another thread of the rank is inside " + std::string(name_of(waiting)) + " on the same window";
            const bool reported = error.find("rank 0 thread 1: " + std::string(name_of(beside)) + " at") == 0 &&
                                  error.find(both) != std::string::npos;
            EXPECT_EQ(reported, !legal(waiting, beside)) << error;
            illegal += legal(waiting, beside) ? 0 : 1;
        }
    }
    // By hand: beside an operation 9 each; a fence 14; complete, wait, unlock, unlock_all 24 each; a flush 10 each.
    EXPECT_EQ(illegal, 2 * 9 + 14 + 4 * 24 + 4 * 10);
}

}  // namespace rmasim::property
