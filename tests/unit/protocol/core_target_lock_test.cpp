// The lock at the target, compared with a model that keeps every holder and every waiting request by name.
#include "protocol/newrma/packets.h"
#include "protocol/parts/target_lock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <vector>

namespace rmasim {
namespace {

const LockBuffer roomy{64, 65'536};

Packet put_packet(Rank origin, std::uint32_t data_bytes) {
    Packet packet;
    packet.source = origin;
    packet.kind = PacketKind::put;
    packet.flags = newrma::flag::lock_exclusive | newrma::flag::unlock;
    packet.data_bytes = data_bytes;
    return packet;
}

// True if it has the lock now; otherwise it waits.
bool request(TargetLock& lock, Rank origin, LockType type) {
    if (lock.try_acquire(origin, type)) return true;
    lock.enqueue(origin, type);
    return false;
}

Rank granted_next(TargetLock& lock) {
    const auto grant = lock.grant_next();
    return grant ? grant->origin : no_rank;
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
    TargetLock lock(roomy);
    EXPECT_TRUE(request(lock, 0, LockType::shared));
    EXPECT_FALSE(request(lock, 1, LockType::exclusive));
    EXPECT_FALSE(request(lock, 2, LockType::shared));
    EXPECT_EQ(granted_next(lock), no_rank);
    EXPECT_TRUE(lock.has_waiting(2));
    EXPECT_TRUE(lock.release(0));
    EXPECT_EQ(granted_next(lock), 1);
    EXPECT_EQ(granted_next(lock), no_rank);
    EXPECT_TRUE(lock.release(1));
    EXPECT_EQ(granted_next(lock), 2);
    EXPECT_FALSE(lock.has_waiting(2));
    EXPECT_TRUE(lock.release(2));
    EXPECT_TRUE(lock.free());
}

TEST(CoreTargetLock, AnUnlockWithoutALockHasNoEffect) {
    TargetLock lock(roomy);
    EXPECT_FALSE(lock.release(3));
    EXPECT_TRUE(request(lock, 1, LockType::exclusive));
    EXPECT_FALSE(lock.release(3));
    EXPECT_EQ(lock.exclusive_holder(), 1);
}

TEST(CoreTargetLock, GrantsInTheModelsOrder) {
    constexpr Rank ranks = 60;
    std::mt19937_64 random(4);
    TargetLock lock(roomy);
    LockModel model;
    for (int step = 0; step < 20000; ++step) {
        const auto rank = static_cast<Rank>(random() % ranks);
        if (random() % 2 == 0 && !model.knows(rank)) {
            const LockType type = random() % 3 == 0 ? LockType::exclusive : LockType::shared;
            ASSERT_EQ(request(lock, rank, type), model.acquire({rank, type}));
        } else if (!model.holders.empty()) {
            const auto at = static_cast<std::ptrdiff_t>(random() % model.holders.size());
            ASSERT_TRUE(lock.release(model.holders[static_cast<std::size_t>(at)].rank));
            model.holders.erase(model.holders.begin() + at);
        }
        for (Rank next = model.grant_next(); next != no_rank; next = model.grant_next()) {
            ASSERT_EQ(granted_next(lock), next);
        }
        ASSERT_EQ(granted_next(lock), no_rank);
        ASSERT_EQ(lock.waiting(), model.waiting.size());
        ASSERT_EQ(lock.free(), model.holders.empty());
    }
}

// 128 operations of 16 MiB are a byte more than the buffer has.
TEST(CoreTargetLock, KeepsWhatFitsBeyond31Bits) {
    constexpr std::uint32_t long_bytes = 1U << 24;
    const LockBuffer large{1'000, 2'147'483'647};
    TargetLock lock(large);
    ASSERT_TRUE(lock.try_acquire(1'000, LockType::exclusive));
    const auto kept = [&lock](Rank origin, std::uint32_t bytes) {
        return lock.enqueue_with_operation(put_packet(origin, bytes), LockType::exclusive);
    };
    for (Rank origin = 0; origin < 127; ++origin) EXPECT_TRUE(kept(origin, long_bytes)) << origin;
    EXPECT_FALSE(kept(127, long_bytes));
    EXPECT_TRUE(kept(128, long_bytes - 1));
    EXPECT_FALSE(kept(129, 1));
}

TEST(CoreTargetLock, AQueueThatNeverRunsEmptyDoesNotGrow) {
    TargetLock lock(roomy);
    ASSERT_TRUE(request(lock, 0, LockType::exclusive));
    for (Rank rank = 1; rank <= 10; ++rank) ASSERT_FALSE(request(lock, rank, LockType::exclusive));
    const std::size_t bytes_before = lock.bytes();
    for (Rank holder = 0; holder < 5000; ++holder) {
        ASSERT_TRUE(lock.release(holder));
        ASSERT_EQ(granted_next(lock), holder + 1);
        ASSERT_FALSE(request(lock, holder + 11, LockType::exclusive));
    }
    EXPECT_LT(lock.bytes(), 16 * bytes_before);
}

TEST(CoreTargetLock, AKeptOperationComesBackWithItsGrant) {
    TargetLock lock(roomy);
    ASSERT_TRUE(request(lock, 0, LockType::exclusive));
    EXPECT_TRUE(lock.enqueue_with_operation(put_packet(1, 8), LockType::exclusive));
    EXPECT_TRUE(lock.enqueue_with_operation(put_packet(2, 16), LockType::exclusive));
    ASSERT_TRUE(lock.release(0));
    for (const Rank origin : {1, 2}) {
        const auto grant = lock.grant_next();
        ASSERT_TRUE(grant);
        EXPECT_EQ(grant->origin, origin);
        EXPECT_EQ(grant->type, LockType::exclusive);
        EXPECT_FALSE(grant->dropped);
        ASSERT_TRUE(grant->operation);
        EXPECT_EQ(grant->operation->source, origin);
        EXPECT_EQ(grant->operation->data_bytes, static_cast<std::uint32_t>(8 * origin));
        ASSERT_TRUE(lock.release(origin));
    }
}

TEST(CoreTargetLock, WhatFindsNoRoomIsDroppedAndItsGrantSaysSo) {
    const LockBuffer one{1, 100};
    TargetLock lock(one);
    ASSERT_TRUE(request(lock, 0, LockType::exclusive));
    EXPECT_TRUE(lock.enqueue_with_operation(put_packet(1, 8), LockType::exclusive));
    EXPECT_FALSE(lock.enqueue_with_operation(put_packet(2, 8), LockType::exclusive));
    lock.enqueue(3, LockType::exclusive);  // needs no room
    EXPECT_EQ(lock.waiting(), 3u);
    ASSERT_TRUE(lock.release(0));
    EXPECT_TRUE(lock.grant_next()->operation.has_value());
    ASSERT_TRUE(lock.release(1));
    const auto dropped = lock.grant_next();
    EXPECT_TRUE(dropped->dropped);
    EXPECT_FALSE(dropped->operation);
    ASSERT_TRUE(lock.release(2));
    const auto plain = lock.grant_next();
    EXPECT_FALSE(plain->dropped);
    EXPECT_FALSE(plain->operation);
}

TEST(CoreTargetLock, BytesAreBoundedAndComeBackWithTheGrant) {
    const LockBuffer small{64, 24};
    TargetLock lock(small);
    ASSERT_TRUE(request(lock, 0, LockType::exclusive));
    EXPECT_TRUE(lock.enqueue_with_operation(put_packet(1, 16), LockType::exclusive));
    EXPECT_FALSE(lock.enqueue_with_operation(put_packet(2, 9), LockType::exclusive));
    EXPECT_TRUE(lock.enqueue_with_operation(put_packet(3, 8), LockType::exclusive));
    EXPECT_FALSE(lock.enqueue_with_operation(put_packet(4, 1), LockType::exclusive));
    EXPECT_TRUE(lock.enqueue_with_operation(put_packet(5, 0), LockType::exclusive)) << "no data, no bytes";
    ASSERT_TRUE(lock.release(0));
    ASSERT_EQ(granted_next(lock), 1);
    EXPECT_TRUE(lock.enqueue_with_operation(put_packet(6, 16), LockType::exclusive));
    EXPECT_FALSE(lock.enqueue_with_operation(put_packet(7, 1), LockType::exclusive));
}

// The lock is shared by 0, and 1 waits to have it alone.
TargetLock shared_with_a_writer(const LockBuffer& buffer, LockOrder order) {
    TargetLock lock(buffer, order);
    EXPECT_TRUE(lock.try_acquire(0, LockType::shared));
    EXPECT_FALSE(lock.try_acquire(1, LockType::exclusive));
    lock.enqueue(1, LockType::exclusive);
    return lock;
}

TEST(CoreTargetLock, FirstComeFirstServedLetsNobodyOvertake) {
    const LockBuffer buffer;
    TargetLock lock = shared_with_a_writer(buffer, LockOrder::fifo);
    EXPECT_FALSE(lock.try_acquire(2, LockType::shared, true));
    lock.enqueue(2, LockType::shared, true);
    EXPECT_FALSE(lock.grant_next());
    ASSERT_TRUE(lock.release(0));
    EXPECT_EQ(granted_next(lock), 1);
}

TEST(CoreTargetLock, ReadersFirstLetsSharedRequestsOvertakeWhileTheLockIsShared) {
    const LockBuffer buffer;
    TargetLock lock = shared_with_a_writer(buffer, LockOrder::readers_first);
    EXPECT_FALSE(lock.try_acquire(2, LockType::exclusive));
    lock.enqueue(2, LockType::exclusive);
    EXPECT_TRUE(lock.try_acquire(3, LockType::shared));
    ASSERT_TRUE(lock.release(0));
    EXPECT_FALSE(lock.grant_next());
    ASSERT_TRUE(lock.release(3));
    EXPECT_EQ(granted_next(lock), 1) << "free: the oldest request";
    EXPECT_FALSE(lock.try_acquire(4, LockType::shared)) << "held alone";
    lock.enqueue(4, LockType::shared);
    EXPECT_FALSE(lock.grant_next());
    ASSERT_TRUE(lock.release(1));
    EXPECT_EQ(granted_next(lock), 2);
}

// Both readers that wait behind a writer enter as soon as a reader that arrived before it does.
TEST(CoreTargetLock, ReadersFirstGrantsReadersTogether) {
    const LockBuffer buffer;
    TargetLock lock(buffer, LockOrder::readers_first);
    ASSERT_TRUE(lock.try_acquire(0, LockType::exclusive));
    lock.enqueue(1, LockType::shared);
    lock.enqueue(2, LockType::exclusive);
    EXPECT_TRUE(lock.enqueue_with_operation(put_packet(3, 8), LockType::shared));
    lock.enqueue(4, LockType::exclusive);
    lock.enqueue(5, LockType::shared);
    ASSERT_TRUE(lock.release(0));
    EXPECT_EQ(granted_next(lock), 1);
    const auto overtaking = lock.grant_next();
    ASSERT_TRUE(overtaking);
    EXPECT_EQ(overtaking->origin, 3);
    ASSERT_TRUE(overtaking->operation) << "its own operation, though others wait before it";
    EXPECT_EQ(overtaking->operation->source, 3);
    EXPECT_EQ(granted_next(lock), 5);
    EXPECT_FALSE(lock.grant_next());
    EXPECT_EQ(lock.waiting(), 2U);
    for (const Rank reader : {1, 3, 5}) ASSERT_TRUE(lock.release(reader));
    EXPECT_EQ(granted_next(lock), 2);
}

TEST(CoreTargetLock, HoldersFirstLetsOnlyHoldersOvertake) {
    const LockBuffer buffer;
    TargetLock lock = shared_with_a_writer(buffer, LockOrder::holders_first);
    EXPECT_FALSE(lock.try_acquire(2, LockType::shared));
    lock.enqueue(2, LockType::shared);
    EXPECT_FALSE(lock.try_acquire(3, LockType::exclusive, true)) << "never an exclusive one";
    EXPECT_TRUE(lock.try_acquire(4, LockType::shared, true));
    EXPECT_FALSE(lock.grant_next());
    lock.note_holder(5);
    EXPECT_FALSE(lock.grant_next()) << "5 does not wait";
    lock.note_holder(2);
    EXPECT_EQ(granted_next(lock), 2);
    std::vector<bool> overtake;
    lock.for_each_waiting([&](Rank, LockType, bool overtakes) { overtake.push_back(overtakes); });
    EXPECT_EQ(overtake, std::vector<bool>{false});
}

// A random stream of requests, compared with a model of the buffer. Operations are kept in the order of their arrival
// while there is room.
TEST(CoreTargetLock, TheBufferFollowsItsModel) {
    const LockBuffer buffer{3, 40};
    TargetLock lock(buffer);
    ASSERT_TRUE(lock.try_acquire(0, LockType::exclusive));
    std::mt19937_64 random(8);
    struct Waiting {
        Rank origin;
        std::uint32_t bytes;
        bool kept;
    };
    std::deque<Waiting> waiting;
    Rank holder = 0;
    Rank next_origin = 1;
    for (int step = 0; step < 20000; ++step) {
        if (random() % 2 == 0) {
            std::uint32_t used_bytes = 0;
            std::uint32_t used = 0;
            for (const Waiting& one : waiting) {
                if (one.kept) used_bytes += one.bytes;
                if (one.kept) ++used;
            }
            const auto bytes = static_cast<std::uint32_t>(random() % 24);
            const bool room = used < buffer.operations && used_bytes + bytes <= buffer.bytes;
            ASSERT_EQ(lock.enqueue_with_operation(put_packet(next_origin, bytes), LockType::exclusive), room);
            waiting.push_back({next_origin++, bytes, room});
        } else if (!waiting.empty()) {
            ASSERT_TRUE(lock.release(holder));
            const auto grant = lock.grant_next();
            ASSERT_TRUE(grant);
            ASSERT_EQ(grant->origin, waiting.front().origin);
            ASSERT_EQ(grant->operation.has_value(), waiting.front().kept);
            ASSERT_EQ(grant->dropped, !waiting.front().kept);
            holder = grant->origin;
            waiting.pop_front();
        }
    }
}

}  // namespace
}  // namespace rmasim
