// The engine's records that only distinguish correct programs from erroneous ones. A bug in these records changes no
// packet and no byte of a correct program. Its only effect is that an error is not reported, or that a correct program
// is reported.
#include "protocol/newrma/engine.h"
#include "sim/scenario/families/family.h"
#include "sim/untimed/world/untimed_ranks.h"
#include "tests/unit/protocol/requests.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::bookkeeping {
namespace {

std::string not_locked(Rank target) { return "rank " + std::to_string(target) + " is not locked"; }

// Counts the packets that are sent, by name.
class SentPackets final : public sim::Watcher {
public:
    SentPackets(const sim::Scenario& scenario, std::map<std::string, int>& sent) : scenario_(scenario), sent_(sent) {}
    void packet_sent(const Packet& packet) override { ++sent_[sim::packets_of(scenario_).name(packet.type())]; }

private:
    const sim::Scenario& scenario_;
    std::map<std::string, int>& sent_;
};

// Ranks with two threads each, executed call by call. No rank makes a step unless a test requests it.
class Bookkeeping : public testing::Test, private sim::Choices {
protected:
    static constexpr Rank count = 4;

    void make(const char* family, std::shared_ptr<const sim::ProtocolSettings> settings, bool shared = false) {
        scenario_.ranks = count;
        scenario_.platform.ranks_per_node = shared ? count : 1;
        scenario_.family = &sim::family_named(family);
        scenario_.protocol = std::move(settings);
        scenario_.windows = {{"w", 64, shared}, {"v", 64, shared}};
        scenario_.programs = {std::vector<sim::Program>(2)};
        scenario_.program_of_rank.assign(count, 0);
        ranks_.emplace(scenario_, sim::Coverage::plain, &sent_packets_);
        ranks_->reset();
    }
    void make(const newrma::Config& config) { make("newrma", sim::make_settings(config)); }

    // Begins a call of window 0 or of `window`. Returns the rule that it breaks; empty if none.
    std::string begins(Rank rank, CallRequest request, sim::ThreadId thread = 0, WindowId window = 0) {
        request.window = request.operation.window = window;
        sim::Thread& caller = ranks_->threads(rank)[thread];
        try {
            ranks_->begin_step(*this);
            ranks_->begin(caller, std::move(request));
            ranks_->end_call(caller);
        } catch (const ErroneousProgram& error) {
            return error.rule;
        }
        return "";
    }
    // Everything on its way arrives, and calls end.
    void settle() {
        for (std::vector<sim::Move> moves = possible(); !moves.empty(); moves = possible()) {
            ranks_->begin_step(*this);
            ranks_->make(moves.front());
            end_calls();
        }
        end_calls();
    }
    // A call that must be right, and its end.
    void calls(Rank rank, CallRequest request, WindowId window = 0) {
        ASSERT_EQ(begins(rank, std::move(request), 0, window), "");
        settle();
        ASSERT_FALSE(inside(rank)) << "the call does not return";
    }
    // Everything from the beginning, with the same settings.
    void ranks_reset() { ranks_->reset(); }
    bool inside(Rank rank, sim::ThreadId thread = 0) {
        return ranks_->threads(rank)[thread].activity == sim::Thread::Activity::in_call;
    }
    const newrma::Window& window(Rank rank, WindowId id = 0) const {
        return dynamic_cast<const newrma::Engine&>(ranks_->process(rank)).window(id);
    }
    std::string refusal_at_the_end(Rank rank) const {
        try {
            ranks_->process(rank).require_closed();
        } catch (const ErroneousProgram& error) {
            return error.rule;
        }
        return "";
    }

    static CallRequest lock(Rank target) { return lock_request(LockType::shared, target); }
    static CallRequest unlock(Rank target) { return request_to(Call::unlock, target); }
    static CallRequest flush(Rank target) { return request_to(Call::flush, target); }
    static CallRequest put(Rank target) { return operation_request(OpKind::put, target, 8); }
    static CallRequest fence(Assert asserts = Assert::none) { return fence_request(asserts); }
    static CallRequest plain(Call call) { return request_to(call, no_rank); }

    std::map<std::string, int> sent;  // packets by name

private:
    std::vector<sim::Move> possible() const {
        std::vector<sim::Move> moves;
        ranks_->append_moves(moves);
        return moves;
    }
    void end_calls() {
        for (Rank rank = 0; rank < count; ++rank) {
            for (sim::Thread& thread : ranks_->threads(rank)) ranks_->end_call(thread);
        }
    }
    std::size_t pick(std::size_t) override { return 0; }

    sim::Scenario scenario_;
    SentPackets sent_packets_{scenario_, sent};
    std::optional<sim::UntimedRanks> ranks_;
};

// ---- Elements lost and found again: a put to a target that is not locked is an error, whatever was lost before.

newrma::Config one_element() {
    newrma::Config config;
    config.target_pool = {0, 1};
    return config;
}

TEST_F(Bookkeeping, AnElementFoundByAPutIsNotLostAnyMore) {
    make(one_element());
    calls(0, lock(1));
    EXPECT_EQ(begins(0, put(3)), not_locked(3));
    calls(0, lock(2));  // takes the element of 1
    EXPECT_EQ(window(0).lost_elements, 1u);
    calls(0, unlock(2));
    calls(0, put(1));  // found
    EXPECT_EQ(window(0).lost_elements, 0u);
    EXPECT_EQ(begins(0, put(3)), not_locked(3));
}

TEST_F(Bookkeeping, AnElementFoundByUnlockIsNotLostAnyMore) {
    make(one_element());
    calls(0, lock(1));
    calls(0, lock(2));
    calls(0, unlock(1));  // found, at the cost of 2's
    EXPECT_EQ(window(0).lost_elements, 1u);
    calls(0, unlock(2));
    EXPECT_EQ(window(0).lost_elements, 0u);
    calls(0, lock(1));
    EXPECT_EQ(begins(0, put(3)), not_locked(3)) << "nothing is lost in a new epoch";
}

TEST_F(Bookkeeping, ElementsAreLostAndFoundManyTimes) {
    make(one_element());
    for (const Rank target : {1, 2, 3}) calls(0, lock(target));
    EXPECT_EQ(window(0).lost_elements, 2u);
    for (const Rank target : {1, 2, 3, 2, 1, 3}) {
        calls(0, put(target));
        EXPECT_EQ(window(0).lost_elements, 2u);
    }
    for (const Rank target : {2, 1, 3}) calls(0, unlock(target));
    EXPECT_EQ(window(0).lost_elements, 0u);
    EXPECT_EQ(refusal_at_the_end(0), "");
}

TEST_F(Bookkeeping, OfAFenceNothingIsLost) {
    newrma::Config config = one_element();
    make(config);
    for (Rank rank = 0; rank < count; ++rank) ASSERT_EQ(begins(rank, fence(Assert::noprecede)), "");
    settle();
    for (const Rank target : {1, 2, 3}) calls(0, put(target));  // each takes the element of the one before
    for (Rank rank = 0; rank < count; ++rank) ASSERT_EQ(begins(rank, fence(Assert::nosucceed)), "");
    settle();
    EXPECT_EQ(window(0).lost_elements, 0u);
    calls(0, lock(1));
    EXPECT_EQ(begins(0, put(2)), not_locked(2));
}

TEST_F(Bookkeeping, OfLockAllNothingIsLost) {
    make(one_element());
    calls(0, plain(Call::lock_all));
    for (const Rank target : {1, 2, 3, 1}) calls(0, put(target));
    calls(0, plain(Call::unlock_all));
    EXPECT_EQ(window(0).lost_elements, 0u);
    calls(0, lock(1));
    EXPECT_EQ(begins(0, put(2)), not_locked(2));
}

// Elements of one window that are lost for another.
TEST_F(Bookkeeping, AnElementIsLostByTheWindowThatHadIt) {
    make(one_element());
    calls(0, lock(1));
    calls(0, lock(2), 1);
    EXPECT_EQ(window(0, 0).lost_elements, 1u);
    EXPECT_EQ(window(0, 1).lost_elements, 0u);
    EXPECT_EQ(begins(0, put(3), 0, 1), not_locked(3));
    calls(0, unlock(2), 1);
    calls(0, unlock(1));
    EXPECT_EQ(window(0, 0).lost_elements, 0u);
}

// ---- FLUSH without lazy freeing: an element is freed as soon as its operations are done.

newrma::Config freed_at_once() {
    newrma::Config config;
    config.optimizations.lazy_free = false;
    return config;
}

TEST_F(Bookkeeping, AFlushFreesTheElementAndTheNextSendsNothing) {
    make(freed_at_once());
    calls(0, lock(1));
    calls(0, put(1));
    calls(0, flush(1));
    EXPECT_EQ(window(0).lost_elements, 1u);
    EXPECT_TRUE(window(0).table.empty());
    const auto before = sent;
    calls(0, flush(1));  // acknowledged before the element was freed
    EXPECT_EQ(sent, before);
    calls(0, put(1));
    EXPECT_EQ(window(0).lost_elements, 0u);
    calls(0, flush(1));
    EXPECT_EQ(window(0).lost_elements, 1u);
    calls(0, unlock(1));
    EXPECT_EQ(window(0).lost_elements, 0u);
    EXPECT_EQ(begins(0, flush(1)), "no passive-target epoch is open on the window; open one with lock or lock_all");
    calls(0, lock(2));
    EXPECT_EQ(begins(0, put(1)), not_locked(1));
    EXPECT_EQ(begins(0, flush(1)), not_locked(1));
}

// An RMA_DONE is sent before the element is freed. Under the window protocol, no call waits for the acknowledgement of
// this RMA_DONE. So a FLUSH of a target without an element requests another acknowledgement.
TEST_F(Bookkeeping, AFlushOfLockAllAsksATargetWithoutElement) {
    make(freed_at_once());
    CallRequest nocheck = plain(Call::lock_all);
    nocheck.asserts = Assert::nocheck;
    calls(0, nocheck);
    calls(0, put(1));
    calls(0, flush(1));
    EXPECT_TRUE(window(0).table.empty());
    EXPECT_EQ(sent["RMA_DONE_ACK"], 1);
    ASSERT_EQ(begins(0, flush(1)), "");
    EXPECT_TRUE(inside(0)) << "it waits for the answer";
    EXPECT_EQ(sent["RMA_DONE"], 1);
    settle();
    EXPECT_FALSE(inside(0));
    EXPECT_EQ(sent["RMA_DONE_ACK"], 2);
    calls(0, plain(Call::unlock_all));
    EXPECT_EQ(window(0).ack_count, 0u);
    EXPECT_EQ(window(0).lost_elements, 0u);
    calls(0, lock(2));
    EXPECT_EQ(begins(0, put(1)), not_locked(1));
}

TEST_F(Bookkeeping, OfAFenceNothingIsLostThatWasFreedAtOnce) {
    make(freed_at_once());
    for (Rank rank = 0; rank < count; ++rank) ASSERT_EQ(begins(rank, fence(Assert::noprecede)), "");
    settle();
    for (const Rank target : {1, 2, 1}) calls(0, put(target));
    for (Rank rank = 0; rank < count; ++rank) ASSERT_EQ(begins(rank, fence(Assert::nosucceed)), "");
    settle();
    EXPECT_EQ(window(0).lost_elements, 0u);
    calls(0, lock(2));
    EXPECT_EQ(begins(0, put(1)), not_locked(1));
}

TEST_F(Bookkeeping, UnderLockAllTheElementStaysAfterAFlush) {
    make(freed_at_once());
    calls(0, plain(Call::lock_all));
    calls(0, put(1));
    calls(0, flush(1));
    EXPECT_FALSE(window(0).table.empty()) << "it is the only record of the lock";
    calls(0, plain(Call::unlock_all));
    EXPECT_TRUE(window(0).table.empty());
}

// ---- Operations of another thread during a fence

class ConcurrentWithFence : public Bookkeeping {
protected:
    // Rank 0 is inside its second fence when its other thread calls put. The fence waits for the acknowledgement of an
    // operation before the put. If there is no such operation, the fence waits for the barrier packets of the other
    // ranks.
    void put_during_fence(const newrma::Config& config, bool after_another) {
        make(config);
        for (Rank rank = 0; rank < count; ++rank) ASSERT_EQ(begins(rank, fence(Assert::noprecede)), "");
        settle();
        if (after_another) calls(0, put(2));
        ASSERT_EQ(begins(0, fence()), "");
        ASSERT_TRUE(inside(0));
        ASSERT_EQ(begins(0, put(1), 1), "");
        for (Rank rank = 1; rank < count; ++rank) ASSERT_EQ(begins(rank, fence()), "");
        settle();
        ASSERT_FALSE(inside(0));
    }
};

class NextEpoch : public ConcurrentWithFence, public testing::WithParamInterface<std::pair<bool, bool>> {};

TEST_P(NextEpoch, HasWhatWasPostedBesideTheFence) {
    const auto [piggyback, after_another] = GetParam();
    newrma::Config config;
    config.optimizations.piggyback = piggyback;
    put_during_fence(config, after_another);
    EXPECT_TRUE(window(0).fence_has_operations);
    EXPECT_EQ(begins(0, lock(1)), "operations of a fence epoch on the window are not complete; fence is missing");
    EXPECT_EQ(begins(0, fence(Assert::noprecede)), "noprecede, but operations were issued since the last fence");
    EXPECT_NE(refusal_at_the_end(0), "");
    EXPECT_EQ(refusal_at_the_end(1), "");
    for (Rank rank = 0; rank < count; ++rank) ASSERT_EQ(begins(rank, fence()), "");
    settle();
    EXPECT_FALSE(window(0).fence_has_operations);
    EXPECT_EQ(refusal_at_the_end(0), "");
    EXPECT_EQ(begins(0, lock(1)), "");
}

INSTANTIATE_TEST_SUITE_P(ConcurrentWithFence, NextEpoch,
                         testing::Values(std::pair{true, false}, std::pair{false, false}, std::pair{true, true},
                                         std::pair{false, true}));

TEST_F(ConcurrentWithFence, OneThatAddsNothingLeavesTheEpochEmpty) {
    make(newrma::Config{});
    for (Rank rank = 0; rank < count; ++rank) ASSERT_EQ(begins(rank, fence(Assert::noprecede)), "");
    settle();
    calls(0, put(1));
    EXPECT_EQ(begins(0, lock(1)), "operations of a fence epoch on the window are not complete; fence is missing");
    for (Rank rank = 0; rank < count; ++rank) ASSERT_EQ(begins(rank, fence()), "");
    settle();
    EXPECT_FALSE(window(0).fence_has_operations);
    EXPECT_EQ(begins(0, lock(1)), "");
}

TEST_F(ConcurrentWithFence, AnotherWindowIsNotConcerned) {
    make(newrma::Config{});
    for (Rank rank = 0; rank < count; ++rank) ASSERT_EQ(begins(rank, fence(Assert::noprecede)), "");
    settle();
    ASSERT_EQ(begins(0, fence()), "");
    ASSERT_EQ(begins(0, lock(1), 1, 1), "");
    ASSERT_EQ(begins(0, put(1), 1, 1), "");
    EXPECT_FALSE(window(0, 1).fence_has_operations);
    EXPECT_TRUE(inside(0));
}

// ---- The same in family shm, where no call may run concurrently with a fence

class ShmBookkeeping : public Bookkeeping {
protected:
    ShmBookkeeping() {
        const sim::Family& family = sim::family_named("shm");
        make("shm", family.settings.defaults(), true);
    }
    void all_fence(Assert asserts = Assert::none) {
        for (Rank rank = 0; rank < count; ++rank) ASSERT_EQ(begins(rank, fence(asserts)), "");
        settle();
    }
};

TEST_F(ShmBookkeeping, AnOperationDuringAFenceIsRefused) {
    all_fence();
    ASSERT_EQ(begins(0, fence()), "");
    ASSERT_TRUE(inside(0));
    for (const OpKind kind : {OpKind::put, OpKind::get, OpKind::accumulate}) {
        EXPECT_EQ(begins(0, operation_request(kind, 1, 8), 1), "another thread is inside fence on the window");
        ranks_reset();
        all_fence();
        ASSERT_EQ(begins(0, fence()), "");
    }
}

TEST_F(ShmBookkeeping, ASecondFenceDuringAFenceIsRefused) {
    all_fence();
    ASSERT_EQ(begins(0, fence()), "");
    EXPECT_EQ(begins(0, fence(), 1), "another thread is inside fence on the window");
}

TEST_F(ShmBookkeeping, AFenceDuringAnOperationIsRefused) {
    all_fence();
    ASSERT_EQ(begins(0, operation_request(OpKind::accumulate, 1, 8), 0), "");
    ASSERT_TRUE(inside(0)) << "an accumulate takes time";
    EXPECT_EQ(begins(0, fence(), 1), "another thread is inside an operation on the window");
}

TEST_F(ShmBookkeeping, AnotherWindowIsNotConcerned) {
    all_fence();
    for (Rank rank = 0; rank < count; ++rank) ASSERT_EQ(begins(rank, fence(), 0, 1), "");
    settle();
    ASSERT_EQ(begins(0, fence()), "");
    EXPECT_EQ(begins(0, put(1), 1, 1), "");
    EXPECT_TRUE(inside(0));
}

TEST_F(ShmBookkeeping, AfterAFenceOperationsAreRightAgain) {
    all_fence();
    calls(0, put(1));
    EXPECT_EQ(begins(0, fence(Assert::noprecede), 1), "noprecede, but operations were issued since the last fence");
    EXPECT_NE(refusal_at_the_end(0), "");
    ranks_reset();
    all_fence();
    calls(0, put(1));
    all_fence(Assert::nosucceed);
    EXPECT_EQ(refusal_at_the_end(0), "");
    EXPECT_EQ(begins(0, put(1)), "no access epoch is open on the window; open one with fence");
}

}  // namespace
}  // namespace rmasim::bookkeeping
