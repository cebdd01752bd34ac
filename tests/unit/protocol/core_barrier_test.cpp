// IBARRIER for every group size, with overlapping instances and packets that are delivered in any order. No rank
// completes an instance before all ranks have entered it, and all ranks complete it in the end.
#include "protocol/parts/collectives/barrier.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace rmasim {
namespace {

class BarrierGroup {
    auto sender(Rank rank) {
        return [this, rank](Rank peer, unsigned round) {
            ++packets_;
            pairs_[{rank, peer}].push_back(round);
        };
    }

public:
    BarrierGroup(Rank size, std::uint64_t seed, Barrier::Instance start = usual_start)
        : size_(size), start_(start), random_(seed) {
        for (Rank rank = 0; rank < size; ++rank) barriers_.emplace_back(rank, size, start);
    }

    void enter(Rank rank) { at(rank).enter(sender(rank)); }

    // Delivers a packet of some pair; false if none is in flight. In order within a pair unless `any_order`.
    bool deliver(bool any_order) {
        if (pairs_.empty()) return false;
        auto pair = pairs_.begin();
        std::advance(pair, static_cast<std::ptrdiff_t>(random_() % pairs_.size()));
        const Rank to = pair->first.second;
        auto& queue = pair->second;
        const auto index = static_cast<std::ptrdiff_t>(any_order ? random_() % queue.size() : 0);
        const unsigned round = queue[static_cast<std::size_t>(index)];
        queue.erase(queue.begin() + index);
        if (queue.empty()) pairs_.erase(pair);
        at(to).arrived(round, sender(to));
        return true;
    }

    Barrier& at(Rank rank) { return barriers_[static_cast<std::size_t>(rank)]; }
    std::uint64_t random(std::uint64_t bound) { return random_() % bound; }
    std::uint64_t packets() const { return packets_; }

    // If some rank has completed one of the first `count` instances, all ranks have entered it.
    void check(Barrier::Instance count) {
        for (Barrier::Instance nth = 1; nth <= count; ++nth) {
            const Barrier::Instance instance = start_ + nth;
            bool all_entered = true;
            bool one_completed = false;
            for (Barrier& barrier : barriers_) {
                all_entered = all_entered && barrier.entered() - start_ >= nth;
                one_completed = one_completed || barrier.completed(instance);
            }
            ASSERT_TRUE(all_entered || !one_completed) << "size " << size_ << " instance " << nth;
        }
    }

private:
    Rank size_;
    Barrier::Instance start_;
    std::mt19937_64 random_;
    std::vector<Barrier> barriers_;
    std::map<std::pair<Rank, Rank>, std::deque<unsigned>> pairs_;
    std::uint64_t packets_ = 0;
};

unsigned rounds_of(Rank size) {
    unsigned rounds = 0;
    while ((Rank{1} << rounds) < size) ++rounds;
    return rounds;
}

// Every rank enters `instances` times at random moments, without waiting for the previous instance.
void run_overlapping(Rank size, Barrier::Instance instances, std::uint64_t seed, bool any_order,
                     Barrier::Instance start = usual_start) {
    BarrierGroup group(size, seed, start);
    std::vector<Rank> to_enter;
    for (Rank rank = 0; rank < size; ++rank) to_enter.insert(to_enter.end(), instances, rank);
    while (!to_enter.empty()) {
        const auto at = static_cast<std::ptrdiff_t>(group.random(to_enter.size()));
        group.enter(to_enter[static_cast<std::size_t>(at)]);
        to_enter.erase(to_enter.begin() + at);
        for (std::uint64_t left = group.random(4); left > 0 && group.deliver(any_order); --left) {
        }
        group.check(instances);
        if (testing::Test::HasFatalFailure()) return;
    }
    while (group.deliver(any_order)) group.check(instances);
    for (Rank rank = 0; rank < size; ++rank)
        ASSERT_TRUE(group.at(rank).completed(start + instances)) << "size " << size;
    ASSERT_EQ(group.packets(), std::uint64_t{instances} * rounds_of(size) * static_cast<std::uint64_t>(size));
}

TEST(CoreBarrier, EverySizeOverlappingInstances) {
    for (Rank size = 1; size <= 33; ++size) run_overlapping(size, 3, static_cast<std::uint64_t>(size), false);
}

TEST(CoreBarrier, PacketsOfAPairMayOvertakeEachOther) {
    for (Rank size = 1; size <= 33; ++size) run_overlapping(size, 4, static_cast<std::uint64_t>(size) + 100, true);
}

TEST(CoreBarrier, ManySchedulesOfASmallGroup) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) run_overlapping(3, 3, seed, false);
}

TEST(CoreBarrier, NumbersWrapAndChangeTheirSign) {
    for (const Barrier::Instance start : {0xFFFFFFFDU, 0xFFFFFFFFU, 0x7FFFFFFDU}) {
        for (Rank size = 1; size <= 9; ++size) {
            run_overlapping(size, 5, static_cast<std::uint64_t>(size), false, start);
            run_overlapping(size, 5, static_cast<std::uint64_t>(size), true, start);
        }
    }
}

TEST(CoreBarrier, SaysWhoseRoundIsMissingBeyondTheEdge) {
    const auto nothing = [](Rank, unsigned) {};
    Barrier barrier(1, 5, 0xFFFFFFFF);
    EXPECT_EQ(barrier.enter(nothing), 0u);
    EXPECT_FALSE(barrier.completed(0));
    EXPECT_EQ(barrier.missing_from(0), 0);
    barrier.arrived(0, nothing);
    EXPECT_EQ(barrier.missing_from(0), 4);
    barrier.arrived(1, nothing);
    EXPECT_EQ(barrier.missing_from(0), 2);
    barrier.arrived(2, nothing);
    EXPECT_TRUE(barrier.completed(0));
    EXPECT_FALSE(barrier.completed(1));
}

// In the largest world: 27 rounds, and their senders and receivers beyond the last rank.
TEST(CoreBarrier, HasARoundForEachBitOfTheLargestWorld) {
    constexpr Rank size = 1 << 27, rank = size - 1;
    Barrier barrier(rank, size);
    std::vector<Rank> sent_to;
    const auto note = [&sent_to](Rank peer, unsigned) { sent_to.push_back(peer); };
    const Barrier::Instance instance = barrier.enter(note);
    for (unsigned round = 0; round < 27; ++round) {
        EXPECT_EQ(sent_to.back(), (1 << round) - 1);
        EXPECT_EQ(barrier.may_end_with(round), round == 26);
        EXPECT_EQ(barrier.missing_from(instance), rank - (1 << round));
        EXPECT_FALSE(barrier.completed(instance));
        barrier.arrived(round, note);
    }
    EXPECT_TRUE(barrier.completed(instance));
    EXPECT_EQ(sent_to.size(), 27U);
    EXPECT_EQ(barrier.rank(), rank);
    EXPECT_EQ(barrier.size(), size);
}

// Counters have 16 bits. Instances that they cannot distinguish are refused, wherever the numbers begin.
TEST(CoreBarrier, RefusesToBe32768Ahead) {
    const auto nothing = [](Rank, unsigned) {};
    for (const Barrier::Instance start : {usual_start, 0xFFFFFFF0U, 0x7FFFFFF0U}) {
        Barrier barrier(0, 2, start);
        for (int i = 0; i < 32767; ++i) barrier.enter(nothing);
        EXPECT_THROW(barrier.enter(nothing), ErroneousProgram);
        EXPECT_EQ(barrier.entered(), start + 32767);
        EXPECT_FALSE(barrier.completed(start + 1));
        barrier.arrived(0, nothing);
        EXPECT_TRUE(barrier.completed(start + 1));
        EXPECT_FALSE(barrier.completed(start + 2));
        barrier.enter(nothing);
        EXPECT_THROW(barrier.enter(nothing), ErroneousProgram);
        for (int i = 0; i < 32767; ++i) barrier.arrived(0, nothing);
        EXPECT_TRUE(barrier.completed(start + 32768));
    }
}

TEST(CoreBarrier, AnotherMayBe32767Ahead) {
    unsigned sent = 0;
    const auto count = [&sent](Rank, unsigned) { ++sent; };
    Barrier barrier(1, 2);
    for (int i = 0; i < 32767; ++i) barrier.arrived(0, count);
    EXPECT_THROW(barrier.arrived(0, count), ProtocolError);
    EXPECT_EQ(sent, 0u);
    for (int i = 0; i < 32767; ++i) EXPECT_TRUE(barrier.completed(barrier.enter(count)));
    EXPECT_EQ(sent, 32767u);
}

TEST(CoreBarrier, OneAloneIsThroughAtOnce) {
    BarrierGroup group(1, 0);
    group.enter(0);
    EXPECT_TRUE(group.at(0).completed(1));
    EXPECT_FALSE(group.at(0).completed(2));
}

TEST(CoreBarrier, SaysWhoseRoundIsMissing) {
    const auto nothing = [](Rank, unsigned) {};
    Barrier barrier(1, 5);
    barrier.enter(nothing);
    EXPECT_EQ(barrier.missing_round(1), 0u);
    EXPECT_EQ(barrier.missing_from(1), 0);
    barrier.arrived(0, nothing);
    EXPECT_EQ(barrier.missing_round(1), 1u);
    EXPECT_EQ(barrier.missing_from(1), 4);
    barrier.arrived(1, nothing);
    EXPECT_EQ(barrier.missing_from(1), 2);
    barrier.arrived(2, nothing);
    EXPECT_TRUE(barrier.completed(1));
}

}  // namespace
}  // namespace rmasim
