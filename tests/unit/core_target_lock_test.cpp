// The lock at the target, against a model that keeps every holder and every waiting request by name.
#include "protocol/newrma/target_lock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <vector>

namespace rmasim::newrma {
namespace {

TargetLock::Request request_of(Rank rank, LockType type) {
    Packet packet;
    packet.source = rank;
    return {type, packet};
}

struct LockModel {
    struct Entry {
        Rank rank;
        LockType type;
    };
    std::vector<Entry> holders;
    std::deque<Entry> waiting;

    bool compatible(LockType type) const {
        if (holders.empty()) return true;
        return type == LockType::shared && holders.front().type == LockType::shared;
    }
    bool knows(Rank rank) const {
        const auto same = [rank](const Entry& entry) { return entry.rank == rank; };
        return std::any_of(holders.begin(), holders.end(), same) || std::any_of(waiting.begin(), waiting.end(), same);
    }
    bool acquire(Entry entry) {
        const bool now = waiting.empty() && compatible(entry.type);
        if (now) {
            holders.push_back(entry);
        } else {
            waiting.push_back(entry);
        }
        return now;
    }
    // The rank that is granted next, or no_rank.
    Rank grant_next() {
        if (waiting.empty() || !compatible(waiting.front().type)) return no_rank;
        holders.push_back(waiting.front());
        waiting.pop_front();
        return holders.back().rank;
    }
};

TEST(CoreTargetLock, SharedDoesNotOvertakeExclusive) {
    TargetLock lock;
    EXPECT_TRUE(lock.acquire(request_of(0, LockType::shared)));
    EXPECT_FALSE(lock.acquire(request_of(1, LockType::exclusive)));
    EXPECT_FALSE(lock.acquire(request_of(2, LockType::shared)));
    EXPECT_EQ(lock.grant_next(), nullptr);
    EXPECT_TRUE(lock.release(0));
    EXPECT_EQ(lock.grant_next()->packet.source, 1);
    EXPECT_EQ(lock.grant_next(), nullptr);
    EXPECT_TRUE(lock.release(1));
    EXPECT_EQ(lock.grant_next()->packet.source, 2);
    EXPECT_TRUE(lock.release(2));
    EXPECT_TRUE(lock.free());
}

TEST(CoreTargetLock, AnUnlockFromNobodyChangesNothing) {
    TargetLock lock;
    EXPECT_FALSE(lock.release(3));
    EXPECT_TRUE(lock.acquire(request_of(1, LockType::exclusive)));
    EXPECT_FALSE(lock.release(3));
    EXPECT_EQ(lock.exclusive_holder(), 1);
}

TEST(CoreTargetLock, GrantsInTheModelsOrder) {
    constexpr Rank ranks = 60;
    std::mt19937_64 random(4);
    TargetLock lock;
    LockModel model;
    for (int step = 0; step < 20000; ++step) {
        const auto rank = static_cast<Rank>(random() % ranks);
        if (random() % 2 == 0 && !model.knows(rank)) {
            const LockType type = random() % 3 == 0 ? LockType::exclusive : LockType::shared;
            ASSERT_EQ(lock.acquire(request_of(rank, type)), model.acquire({rank, type}));
        } else if (!model.holders.empty()) {
            const auto at = static_cast<std::ptrdiff_t>(random() % model.holders.size());
            ASSERT_TRUE(lock.release(model.holders[static_cast<std::size_t>(at)].rank));
            model.holders.erase(model.holders.begin() + at);
        }
        for (Rank next = model.grant_next(); next != no_rank; next = model.grant_next()) {
            const TargetLock::Request* const granted = lock.grant_next();
            ASSERT_NE(granted, nullptr);
            ASSERT_EQ(granted->packet.source, next);
        }
        ASSERT_EQ(lock.grant_next(), nullptr);
        ASSERT_EQ(lock.waiting(), model.waiting.size());
        ASSERT_EQ(lock.free(), model.holders.empty());
    }
}

TEST(CoreTargetLock, AQueueThatNeverRunsEmptyDoesNotGrow) {
    TargetLock lock;
    ASSERT_TRUE(lock.acquire(request_of(0, LockType::exclusive)));
    for (Rank rank = 1; rank <= 10; ++rank) ASSERT_FALSE(lock.acquire(request_of(rank, LockType::exclusive)));
    for (Rank holder = 0; holder < 5000; ++holder) {
        ASSERT_TRUE(lock.release(holder));
        ASSERT_EQ(lock.grant_next()->packet.source, holder + 1);
        ASSERT_FALSE(lock.acquire(request_of(holder + 11, LockType::exclusive)));
    }
    EXPECT_LT(lock.bytes(), 256 * sizeof(TargetLock::Request));
}

}  // namespace
}  // namespace rmasim::newrma
