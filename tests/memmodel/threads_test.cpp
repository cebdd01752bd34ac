// Threads of one rank that complete operations of each other (MM-END-5), and what a long run stores of their calls.
#include "protocol/memmodel/checker.h"

#include <gtest/gtest.h>

namespace rmasim::memmodel_test {

namespace {

using namespace memmodel;

constexpr std::uint32_t posted = 1, completed = 2;  // flags

// Rank 0 has two threads and an epoch to rank 1.
class TwoThreads {
public:
    TwoThreads() : checker_(setup()) {
        for (const Rank rank : {0, 1}) checker_.created(rank, 0, {.bytes = {0, 64}});
        began(0, Call::lock_all);
        returned(0);
        checker_.order().released(origin(0), 0);
        checker_.order().awaited(origin(1), 0);
    }

    void put(std::uint32_t thread) {
        CallRequest call;
        call.call = Call::put;
        call.target = call.operation.target = 1;
        call.operation.kind = OpKind::put;
        call.operation.region.disp = 8 * thread;
        call.operation.region.count = 1;
        call.operation.region.datatype = Datatype::int64;
        checker_.began(origin(thread), call, {{9, {8 * thread, 8, 0, 1}}, {}});
        checker_.returned(origin(thread));
    }
    void began(std::uint32_t thread, Call call) {
        CallRequest request;
        request.call = call;
        if (call == Call::flush || call == Call::flush_local) request.target = 1;
        checker_.began(origin(thread), request);
    }
    void returned(std::uint32_t thread) { checker_.returned(origin(thread)); }
    void flush(std::uint32_t thread, Call call = Call::flush) {
        began(thread, call);
        returned(thread);
    }
    void notify(std::uint32_t from, std::uint32_t flag) {
        checker_.order().released(origin(from), flag);
        checker_.order().awaited(origin(1 - from), flag);
    }
    // The thread stores to the source of the put of `of`.
    void reuse(std::uint32_t thread, std::uint32_t of) {
        checker_.store(origin(thread), 0, 9, of_run({8 * of, 8 * of + 8}));
    }
    std::uint64_t findings() const { return checker_.findings().count(); }
    std::size_t stored() const { return checker_.remembered().accesses; }

private:
    static Setup setup() {
        Setup setup;
        setup.threads = {2, 1};
        return setup;
    }
    Origin origin(std::uint32_t thread) { return {0, thread, ++location_, 0}; }

    Checker checker_;
    std::uint32_t location_ = 0;
};

}  // namespace

// MM-END-5.
TEST(ThreadsMemmodel, EachOfTwoFlushesAtOnceCompletesForItsThread) {
    for (const Call call : {Call::flush, Call::flush_all, Call::flush_local, Call::flush_local_all}) {
        TwoThreads run;
        run.put(0);
        run.put(1);
        run.began(0, call);
        run.began(1, call);
        run.returned(1);
        run.reuse(1, 1);
        run.returned(0);
        run.reuse(0, 0);
        EXPECT_EQ(run.findings(), 0u);
        run.reuse(1, 0);  // not ordered after the other thread's put
        EXPECT_GE(run.findings(), 1u);
    }
}

TEST(ThreadsMemmodel, AFlushCompletesPutsOfOtherThreadsThatAreOrderedBeforeIt) {
    TwoThreads run;
    run.put(0);
    run.notify(0, posted);
    run.flush(0);
    run.flush(1);
    run.reuse(1, 0);
    EXPECT_EQ(run.findings(), 0u);
}

TEST(ThreadsMemmodel, AFlushCompletesNothingThatIsNotOrderedBeforeIt) {
    TwoThreads run;
    run.put(0);
    run.flush(1);
    run.reuse(1, 0);
    EXPECT_EQ(run.findings(), 1u);
}

// MM-BOUND-1: a thread that is not ordered after the flushes of another one.
TEST(ThreadsMemmodel, FlushesOfALongRunAreForgotten) {
    TwoThreads run;
    run.put(1);
    for (int i = 0; i < 20'000; ++i) {
        run.put(0);
        run.flush(0);
        run.reuse(0, 0);
    }
    EXPECT_EQ(run.findings(), 0u);
    EXPECT_LT(run.stored(), 200u);
    run.notify(0, completed);
    run.flush(1);
    run.reuse(1, 1);
    run.reuse(1, 0);
    EXPECT_EQ(run.findings(), 0u);
}

}  // namespace rmasim::memmodel_test
