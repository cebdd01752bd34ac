// The memory checker's own memory is bounded by the number of concurrent accesses, not by the length of the run.
#include "protocol/memmodel/checker.h"

#include <gtest/gtest.h>
#include <algorithm>

namespace rmasim::memmodel_test {

namespace {

using namespace memmodel;

constexpr std::uint32_t words = 512;

// The events of a program that a test builds step by step.
class Watched {
public:
    explicit Watched(Rank ranks, Model model = Model::separate)
        : ranks_(ranks), checker_(Setup{model, std::vector<std::uint32_t>(std::size_t(ranks), 1)}) {
        for (Rank rank = 0; rank < ranks; ++rank) checker_.created(rank, 0, {.bytes = {0, words * 8}});
    }
    void call(Rank rank, Call call, Rank target = no_rank) {
        CallRequest request;
        request.call = call;
        request.target = target;
        request.lock_type = LockType::exclusive;
        begin_and_return(rank, request);
    }
    void operation(Rank rank, Call call, Rank target, std::uint64_t disp) {
        CallRequest request;
        request.call = call;
        request.target = target;
        request.operation.kind = call == Call::put ? OpKind::put : OpKind::accumulate;
        request.operation.reduce = ReduceOp::sum;
        request.operation.target = target;
        request.operation.region.disp = disp;
        request.operation.region.count = 1;
        request.operation.region.datatype = Datatype::int64;
        begin_and_return(rank, request);
    }
    void barrier() {
        CallRequest request;
        request.call = Call::barrier;
        for (Rank rank = 0; rank < ranks_; ++rank) checker_.began({rank, 0, 3, 0}, request);
        for (Rank rank = 0; rank < ranks_; ++rank) checker_.returned({rank, 0, 3, 0});
    }
    void store(Rank rank, std::uint64_t disp) { checker_.store({rank, 0, 2, 0}, rank, 0, {disp, 8, 0, 1}); }
    void grant(Rank target, Rank origin) { checker_.granted(target, 0, origin); }
    // Called now and then.
    void look() { max_ = std::max(max_, checker_.remembered().accesses); }
    std::size_t max() const { return max_; }
    std::uint64_t findings() const { return checker_.findings().count(); }

private:
    void begin_and_return(Rank rank, const CallRequest& request) {
        checker_.began({rank, 0, 1, 0}, request);
        checker_.returned({rank, 0, 1, 0});
    }
    Rank ranks_;
    Checker checker_;
    std::size_t max_ = 0;
};

}  // namespace

// MM-BOUND-1: no more than one access of each class and byte, however many there were.
TEST(MemmodelBounds, AMillionPutsBetweenFlushes) {
    Watched run(3);
    run.call(0, Call::lock_all);
    run.grant(1, 0);
    for (std::uint32_t i = 0; i < 1'000'000; ++i) {
        run.operation(0, Call::put, 1, i * 7 % words * 8);
        if (i % words == words - 1) run.call(0, Call::flush, 1);
        if (i % 1000 == 0) run.look();
    }
    EXPECT_EQ(run.findings(), 0u);
    EXPECT_LE(run.max(), 4 * words);
}

TEST(MemmodelBounds, AMillionAccumulatesWithoutAFlush) {
    Watched run(3);
    run.call(0, Call::lock_all);
    run.grant(1, 0);
    for (std::uint32_t i = 0; i < 1'000'000; ++i) {
        run.operation(0, Call::accumulate, 1, i * 7 % words * 8);
        if (i % 1000 == 0) run.look();
    }
    EXPECT_EQ(run.findings(), 0u);
    EXPECT_LE(run.max(), 4 * words);
}

// MM-BOUND-1: all threads are ordered after the store, but not after the put. The put was called before the store, and
// acquires its lock last.
TEST(MemmodelBounds, WhatAnOperationThatWaitsDoesNotKnowIsKept) {
    Watched run(3, Model::unified);
    run.call(0, Call::lock, 1);
    run.operation(0, Call::put, 1, 0);
    run.store(1, 0);
    for (int i = 0; i < 20; ++i) run.barrier();
    for (std::uint64_t i = 0; i < 100; ++i) run.store(1, (words + i) * 8);  // outside of the window
    run.grant(1, 0);
    run.call(0, Call::unlock, 1);
    EXPECT_EQ(run.findings(), 1u);
}

// MM-BOUND-3: a rank without an acquire. LOCK and UNLOCK make the two copies of its own window equal each time, but no
// rank acquires these releases.
TEST(MemmodelBounds, LocksOfARankThatIsAlone) {
    for (const bool stores : {false, true}) {
        Watched run(3);
        for (std::uint32_t i = 0; i < 100'000; ++i) {
            if (stores) run.store(0, i % words * 8);
            run.call(0, Call::lock, 1);
            run.grant(1, 0);
            run.operation(0, Call::put, 1, i % words * 8);
            run.call(0, Call::unlock, 1);
            if (i % 1000 == 0) run.look();
        }
        EXPECT_EQ(run.findings(), 0u);
        EXPECT_LE(run.max(), stores ? 8 * words : 4 * words);
    }
}

// Ranks that hear of each other through the locks of random targets only. Operations always wait for a lock somewhere.
TEST(MemmodelBounds, RandomAccessKeepsWhatIsConcurrent) {
    constexpr Rank ranks = 16;
    Watched run(ranks);
    std::vector<Rank> targets(ranks, no_rank), holder(ranks, no_rank);
    std::uint32_t random = 1;
    const auto below = [&](std::uint32_t bound) {
        random = random * 1'664'525 + 1'013'904'223;
        return (random >> 8) % bound;
    };
    std::size_t after_a_few = 0;
    for (std::uint32_t i = 0; i < 400'000; ++i) {
        const auto rank = static_cast<Rank>(below(ranks));
        Rank& target = targets[static_cast<std::size_t>(rank)];
        if (target == no_rank) {
            target = static_cast<Rank>(below(ranks));
            run.call(rank, Call::lock, target);
            run.operation(rank, Call::accumulate, target, below(words) * 8);
        }
        Rank& held_by = holder[static_cast<std::size_t>(target)];
        if (held_by == no_rank) {
            held_by = rank;
            run.grant(target, rank);
        } else if (held_by == rank) {
            run.call(rank, Call::unlock, target);
            held_by = target = no_rank;
        }
        if (i % 100 == 0) run.look();
        if (i == 20'000) after_a_few = run.max();
    }
    EXPECT_EQ(run.findings(), 0u);
    EXPECT_LE(run.max(), 2 * after_a_few);
}

}  // namespace rmasim::memmodel_test
