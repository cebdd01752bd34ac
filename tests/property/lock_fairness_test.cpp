// The number of requests that overtake a waiting exclusive request. With `fifo`, no request does, no matter how many
// shared requests arrive. With `readers_first`, any number of shared requests does. With `holders_first`, no request
// does in these programs, because their epochs hold one lock.
#include "tests/property/configure.h"
#include "tests/property/expectations.h"

#include <gtest/gtest.h>

#include <set>

namespace rmasim::property {

namespace {

constexpr Rank origins = 7;  // ranks that request shared locks; one more requests the exclusive lock
constexpr int lock_rounds = 20;

RandomProgram stream_of_locks(bool with_data, LockOrder order) {
    RandomProgram program = program_of_ranks(origins + 2);
    newrma::Config config;
    config.lock_order = order;
    config.lock_buffer = {2, 16};  // so small that some operations must be sent again
    configure(program, config);
    for (Rank rank = 1; rank < program.ranks; ++rank) {
        const LockType type = rank <= origins ? LockType::shared : LockType::exclusive;
        for (int round = 0; round < lock_rounds; ++round) {
            auto& steps = program.steps[static_cast<std::size_t>(rank)];
            steps.push_back({.call = Call::lock, .target = 0, .lock_type = type});
            Step acc{.call = Call::accumulate, .target = 0, .kind = OpKind::accumulate, .reduce = ReduceOp::sum};
            acc.region = {static_cast<std::uint64_t>(rank) * block_bytes, 1, 0, 0, Datatype::int64};
            acc.value = round;
            steps.push_back(acc);
            if (!with_data) steps.push_back(acc);  // with two operations LOCK is a separate packet
            steps.push_back({.call = Call::unlock, .target = 0});
        }
    }
    return program;
}

// Follows the lock queue: records the requests that waited when the exclusive request was queued.
class Overtaking {
public:
    void queued(Rank origin) {
        if (origin == origins + 1) ahead_ = waiting_;
        waiting_.insert(origin);
        if (origin == origins + 1) exclusive_waits_ = true;
    }
    void granted(Rank origin) {
        waiting_.erase(origin);
        if (origin == origins + 1) {
            grants_while_waiting_ += exclusive_waits_ ? 1 : 0;
            exclusive_waits_ = false;
        } else if (exclusive_waits_ && ahead_.erase(origin) == 0) {
            ++overtook_;
        }
    }
    int overtook() const { return overtook_; }
    int exclusive_waits() const { return grants_while_waiting_; }

private:
    std::set<Rank> waiting_;
    std::set<Rank> ahead_;
    bool exclusive_waits_ = false;
    int overtook_ = 0;
    int grants_while_waiting_ = 0;
};

}  // namespace

namespace {

// The number of times that the exclusive request had to wait, and that a later shared one was granted before it.
struct Waited {
    int times = 0;
    int overtaken = 0;
};

Waited waits_under(LockOrder order) {
    Waited waited;
    for (std::uint64_t seed = 0; seed < random_rounds(200); ++seed) {
        const RandomProgram program = stream_of_locks(seed % 2 == 0, order);
        Bench bench(program, seed);
        Overtaking overtaking;
        bench.on_lock = [&](Rank, Rank origin, std::optional<LockType> granted) {
            if (granted) overtaking.granted(origin);
            else overtaking.queued(origin);
        };
        const BenchResult result = bench.run();
        expect_as_modelled(program, bench, result);
        waited.times += overtaking.exclusive_waits();
        waited.overtaken += overtaking.overtook();
    }
    return waited;
}

}  // namespace

TEST(LockFairness, NoGrantOvertakesAQueuedExclusiveRequest) {
    const Waited waited = waits_under(LockOrder::fifo);
    EXPECT_EQ(waited.overtaken, 0);
    EXPECT_GT(waited.times, static_cast<int>(random_rounds(1000)));  // the exclusive request did wait often
}

TEST(LockFairness, ReadersFirstOvertakesAllTheTime) {
    const Waited waited = waits_under(LockOrder::readers_first);
    EXPECT_GT(waited.overtaken, waited.times);
}

TEST(LockFairness, HoldersFirstIsAsFairToEpochsWithOneLock) {
    const Waited waited = waits_under(LockOrder::holders_first);
    EXPECT_EQ(waited.overtaken, 0);
    EXPECT_GT(waited.times, static_cast<int>(random_rounds(1000)));
}

}  // namespace rmasim::property
