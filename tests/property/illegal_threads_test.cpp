// Every pair of calls that two threads can be inside of on one window: the legal ones of the design ("RMA + threads")
// go on, all others are reported with the names of both.
#include "protocol/newrma/engine.h"
#include "tests/property/bench.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rmasim::property {

namespace {

// A process whose packets nobody answers, so that calls wait for ever.
class Alone final : private Transport, private Observer {
public:
    Alone() : memory_(2, 1, 4096, {64, 64}), engine_(0, 2, 1, config(), World{*this, memory_, *this}) {}

    // Calls that only prepare the epoch: they return at once.
    void prepare(Call call) { run(call).result(); }
    Task<> run(Call call) {
        Task<> task = engine_.begin(request_of(call), answer_);
        task.start();
        return task;
    }

private:
    static const newrma::Config& config() {
        static const newrma::Config one_operation = [] {
            newrma::Config c;
            c.op_pool = {1, 0};
            return c;
        }();
        return one_operation;
    }
    void send(const Packet&) override {}

    static CallRequest request_of(Call call);

    BenchMemory memory_;
    newrma::Engine engine_;
    CallAnswer answer_;
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

std::string error_of(Task<>& call) {
    if (!call.done()) return {};
    try {
        call.result();
    } catch (const ErroneousProgram& error) {
        return error.what();
    }
    return {};
}

}  // namespace

TEST(IllegalThreads, AreReportedWithBothCalls) {
    std::vector<Call> all = operations;
    all.insert(all.end(), flushes.begin(), flushes.end());
    all.insert(all.end(), others.begin(), others.end());
    int illegal = 0;
    for (const auto& [waiting, before] : waiting_calls) {
        for (const Call beside : all) {
            SCOPED_TRACE(std::string(name_of(beside)) + " beside " + std::string(name_of(waiting)));
            Alone rank;
            for (const Call call : before) rank.prepare(call);
            const Task<> first = rank.run(waiting);
            ASSERT_FALSE(first.done());
            Task<> second = rank.run(beside);
            const std::string error = error_of(second);
            const std::string both = std::string(name_of(beside)) + ": another thread of the rank is inside " +
                                     std::string(name_of(waiting)) + " on the same window";
            EXPECT_EQ(error.substr(0, both.size()) == both, !legal(waiting, beside)) << error;
            illegal += legal(waiting, beside) ? 0 : 1;
        }
    }
    // By hand: beside an operation 9 each; a fence 14; complete, wait, unlock, unlock_all 24 each; a flush 10 each.
    EXPECT_EQ(illegal, 2 * 9 + 14 + 4 * 24 + 4 * 10);
}

}  // namespace rmasim::property
