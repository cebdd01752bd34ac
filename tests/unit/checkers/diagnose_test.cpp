// The sentence that explains why a run cannot finish. The tests have one, two and many ranks that died, wait, or form a
// cycle. They also check the order of several causes.
#include "sim/checkers/diagnosis/epoch_report.h"
#include "sim/checkers/diagnosis/wait_graph.h"

#include "tests/unit/protocol/stub_family.h"
#include "tests/unit/protocol/stub_process.h"

#include "protocol/newrma/packets.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace rmasim::sim::diagnosed {
namespace {

class Reported : public testing::Test, public Ranks {
protected:
    const Family& family() const override { return family_; }
    Rank count() const override { return static_cast<Rank>(processes_.size()); }
    const Process& process(Rank rank) const override { return at(rank); }
    const usage::OpenEpochs* epochs() const override { return epochs_; }
    std::string window_name(Rank, WindowId window) const override {
        return epochs_ != nullptr && window == 0 ? "w" : "";
    }
    std::span<const Thread> threads(Rank rank) const override {
        return std::span<const Thread>(threads_).subspan(static_cast<std::size_t>(rank), 1);
    }
    StubProcess& at(Rank rank) const { return *processes_[static_cast<std::size_t>(rank)]; }

    // All inside a call, but those that nobody told to wait wait for nothing.
    void make(Rank ranks) {
        processes_.clear();
        threads_.clear();
        family_.reported_locks.clear();
        lost_ = {};
        for (Rank rank = 0; rank < ranks; ++rank) {
            processes_.push_back(std::make_unique<StubProcess>(rank));
            threads_.push_back(Thread{.rank = rank,
                                      .number = 0,
                                      .alone = true,
                                      .activity = Thread::Activity::between_calls,
                                      .program = &program_,
                                      .random = Random(0, 0),
                                      .variables = {},
                                      .call = {},
                                      .answer = {}});
        }
    }
    void waits(Rank rank, Rank to, Awaited what = Awaited::message) {
        at(rank).waits({Call::flush, 0, what, to}, AwaitedRanks{{{to, what, 0}}, false});
        Thread& thread = threads_[static_cast<std::size_t>(rank)];
        thread.activity = Thread::Activity::in_call;
        thread.position = 1;
    }
    const std::string in = "in flush at programs[0].calls[0].flush for ";
    std::string cause() const { return diagnose(*this, lost_).cause; }
    void dies(Rank rank) { lost_.dead.push_back({rank, fmt::format("at {} ns", rank)}); }
    void loses(Rank from, Rank to, PacketKind kind = PacketKind::send) {
        Packet packet;
        packet.source = from;
        packet.target = to;
        packet.kind = kind;
        packet.window = 0;
        lost_.packets.push_back({packet, 2, &family_.packets()});
    }
    // "0, 1, 2", "0, 1, 2 and 4 more"
    static std::string named(const std::vector<Rank>& ranks) {
        std::string text;
        for (std::size_t i = 0; i < ranks.size() && i < 3; ++i) {
            text += (i == 0 ? "" : ", ") + std::to_string(ranks[i]);
        }
        return ranks.size() > 3 ? fmt::format("{} and {} more", text, ranks.size() - 3) : text;
    }

    const usage::OpenEpochs* epochs_ = nullptr;
    StubFamily family_;
    std::vector<std::unique_ptr<StubProcess>> processes_;
    std::vector<Thread> threads_;
    Program program_ = [] {
        Program made;
        made.code.emplace_back().call = Call::flush;
        made.locations.emplace_back("programs[0].calls[0].flush");
        made.locations.emplace_back("programs[0].calls[1].lock");
        return made;
    }();
    LostThings lost_;
};

// Ranks 0, 1, ... wait for the dead, the next ones for those, and some for nobody.
TEST_F(Reported, DeathsNameThoseThatWait) {
    for (Rank dead = 1; dead <= 5; ++dead) {
        for (Rank direct = 1; direct <= 5; ++direct) {
            for (Rank indirect = 0; indirect <= 2; ++indirect) {
                make(dead + direct + indirect + 1);
                std::vector<Rank> waiting;
                for (Rank rank = 0; rank < direct; ++rank) {
                    waits(rank, direct + indirect + rank % dead);
                    waiting.push_back(rank);
                }
                for (Rank rank = 0; rank < indirect; ++rank) waits(direct + rank, rank == 0 ? 0 : direct);
                std::string text;
                for (Rank rank = 0; rank < dead; ++rank) {
                    const Rank who = direct + indirect + rank;
                    dies(who);
                    if (rank < 3) text += fmt::format("{}rank {} died (at {} ns)", rank == 0 ? "" : ", ", who, who);
                }
                if (dead > 3) text += fmt::format(", {} more died", dead - 3);
                text += fmt::format("; {} {} {} for {}", direct == 1 ? "rank" : "ranks", named(waiting),
                                    direct == 1 ? "waits" : "wait", dead == 1 ? "it" : "them");
                if (indirect > 0) text += fmt::format(", and {} more indirectly", indirect);
                EXPECT_EQ(cause(), text);
            }
        }
    }
}

TEST_F(Reported, ADeathThatNobodyWaitsForIsNotTheCause) {
    make(4);
    waits(0, 1);
    waits(1, 0);
    dies(3);
    EXPECT_EQ(cause(), "a cycle of waits: rank 0 waits " + in + "rank 1 (SEND); rank 1 waits " + in + "rank 0 (SEND)");
    make(3);
    dies(2);
    EXPECT_EQ(cause(), "rank 2 died (at 2 ns); no other rank waits");
    waits(0, 1);
    EXPECT_EQ(cause(), "rank 2 died (at 2 ns); rank 0 waits for what it is told of");
}

TEST_F(Reported, ALockOfADeadRankIsNamed) {
    make(4);
    LockAtTarget lock;
    lock.holders = {3};
    lock.exclusive_holder = 3;
    lock.requests = {{0, LockType::shared, false}, {1, LockType::exclusive, false}};
    family_.reported_locks[2] = {lock};
    waits(0, 2, Awaited::lock_granted);
    waits(1, 2, Awaited::lock_granted);
    dies(2);
    EXPECT_EQ(cause(), "rank 2 died (at 2 ns); ranks 0, 1 wait for a lock of a dead rank");
}

TEST_F(Reported, CirclesAreNamedFromTheirLowestRankAndCut) {
    for (Rank length = 1; length <= 7; ++length) {
        make(length + 2);
        std::string text = "a cycle of waits: ";
        for (Rank rank = 1; rank <= length; ++rank) waits(rank, rank % length + 1);
        waits(0, 1);
        for (Rank rank = 1; rank <= std::min<Rank>(length, 4); ++rank) {
            const Rank to = rank % length + 1;
            const std::string whom = to == rank ? "itself" : fmt::format("rank {}", to);
            text += fmt::format("{}rank {} waits {}{} (SEND)", rank == 1 ? "" : "; ", rank, in, whom);
        }
        if (length > 4) text += fmt::format("; and so on through {} more ranks back to rank 1", length - 4);
        const Diagnosis reported = diagnose(*this, lost_);
        EXPECT_EQ(reported.cause, text);
        std::vector<Rank> cycle;
        for (Rank rank = 1; rank <= length; ++rank) cycle.push_back(rank);
        EXPECT_EQ(reported.cycle, cycle);
        ASSERT_EQ(reported.waits.size(), cycle.size());
        for (std::size_t i = 0; i < cycle.size(); ++i) {
            const CycleWait& wait = reported.waits[i];
            EXPECT_EQ(wait.rank, cycle[i]);
            EXPECT_EQ(wait.to, cycle[(i + 1) % cycle.size()]);
            EXPECT_EQ(wait.call + " at " + wait.location, "flush at programs[0].calls[0].flush");
            EXPECT_EQ(wait.what, "SEND");
            EXPECT_FALSE(wait.taken);
        }
    }
}

TEST_F(Reported, AProgramThatHasEndedIsNamedWithAllWhoWaitForIt) {
    make(5);
    waits(1, 4);
    waits(2, 1);
    waits(3, 4);
    threads_[4].activity = Thread::Activity::finished;
    EXPECT_EQ(cause(), "rank 1 waits " + in +
                           "rank 4 (SEND), whose program has ended; 2 more wait for rank 4 directly or "
                           "indirectly");
    threads_[4].activity = Thread::Activity::between_calls;
    EXPECT_EQ(cause(), "rank 1 waits for what it is told of");
}

TEST_F(Reported, OfSeveralLostPacketsTheFirstThatExplainsAWaitIsNamed) {
    make(4);
    waits(2, 1);
    waits(3, 2);
    loses(0, 3);
    loses(1, 2);
    loses(1, 2);
    EXPECT_EQ(cause(), "the packet 1>2 SEND was lost (the 2nd of its pair of ranks); rank 2 waits " + in +
                           "rank 1 (SEND), and 1 more "
                           "indirectly");
    // A cycle is none if a loss explains it.
    waits(1, 3);
    EXPECT_EQ(cause(), "the packet 1>2 SEND was lost (the 2nd of its pair of ranks); rank 2 waits " + in +
                           "rank 1 (SEND), and 2 more "
                           "indirectly");
    lost_.packets.resize(1);
    EXPECT_EQ(cause().substr(0, 17), "a cycle of waits:");
}

// fuzz --seed 888: a barrier that START has begun is an open collective call. Its packets are those of BARRIER.
TEST_F(Reported, ALossInABarrierOfARequestIsNamed) {
    make(2);
    const WindowId comm = CommunicatorTable::number_of(1);
    at(0).waits({Call::request_wait, comm, Awaited::collective, 1}, AwaitedRanks{{{1, Awaited::collective, comm}}});
    threads_[0].activity = Thread::Activity::in_call;
    threads_[0].position = 1;
    waits(1, 0);
    EXPECT_EQ(cause().substr(0, 17), "a cycle of waits:");
    loses(1, 0, PacketKind::barrier);
    EXPECT_EQ(cause().substr(0, 17), "a cycle of waits:") << "the packet is one of a window";
    lost_.packets.back().packet.window = comm;
    EXPECT_EQ(cause().substr(0, 32), "the packet 1>0 BARRIER was lost ");
}

// The packets and requests of a lock's holder to the lock's rank explain why it keeps the lock.
TEST_F(Reported, ALossBehindALockIsNamed) {
    make(4);
    LockAtTarget lock;
    lock.holders = {1};
    lock.exclusive_holder = 1;
    lock.requests = {{0, LockType::shared, false}};
    family_.reported_locks[2] = {lock};
    waits(0, 2, Awaited::lock_granted);
    loses(1, 3, newrma::kind::unlock);
    EXPECT_EQ(
        cause(),
        "the packet 1>3 UNLOCK was lost (the 2nd of its pair of ranks); rank 0 waits for what it is told of, whose "
        "lock rank 1 holds");
    loses(1, 2, newrma::kind::unlock);
    EXPECT_EQ(cause(), "the packet 1>2 UNLOCK was lost (the 2nd of its pair of ranks); rank 0 waits " + in +
                           "the lock of rank 2, "
                           "which rank 1 holds");
}

TEST_F(Reported, AShrunkenPoolMatters) {
    make(3);
    waits(0, 1, Awaited::operation_element);
    lost_.shrunken.push_back({1, ElementKind::operation, PoolLevel::local, 0, "op.local.w", 0, "at 1 ns"});
    EXPECT_EQ(cause(),
              "the pool op.local.w of rank 1 shrank to 0 elements (at 1 ns); rank 0 waits for what it is told of");
    lost_.shrunken.push_back({0, ElementKind::target, PoolLevel::local, 0, "target.local.w", 0, "at 1 ns"});
    lost_.shrunken.push_back({0, ElementKind::operation, PoolLevel::local, 1, "op.local.v", 0, "at 1 ns"});
    lost_.shrunken.push_back({0, ElementKind::operation, PoolLevel::global, 1, "op.global", 2, "at 1 ns"});
    EXPECT_EQ(cause(),
              "the pool op.global of rank 0 shrank to 2 elements (at 1 ns); rank 0 waits for an operation element");
}

TEST_F(Reported, AFaultOfTheImplementationComesBeforeCircles) {
    make(3);
    waits(1, 2);
    waits(2, 1);
    at(2).reported_fault = "nobody sends it";
    EXPECT_EQ(cause(), "a fault of the implementation at rank 2: nobody sends it");
    lost_.dead.push_back({2, "at 1 ns"});
    EXPECT_EQ(cause(), "rank 2 died (at 1 ns); rank 1 waits for it");
}

// fuzz --family oldqueue --seed 100216: rank 0 waits for the IALLREDUCE of rank 1, which waits in another call for rank
// 0. This is no cycle: the IALLREDUCE lacks the message of rank 2, whether rank 1 is inside a call or not.
TEST_F(Reported, ADeathBehindANonblockingCallComesBeforeCircles) {
    for (const bool inside : {true, false}) {
        for (const Awaited what : {Awaited::collective, Awaited::barrier}) {
            make(4);
            const WindowId comm = CommunicatorTable::number_of(1);
            at(0).waits({Call::request_wait, comm, what, 1}, AwaitedRanks{{{1, what, comm}}});
            threads_[0].activity = Thread::Activity::in_call;
            threads_[0].position = 1;
            at(1).open_calls[comm] = {{{3, what, comm}}};
            at(3).open_calls[comm] = {{{2, what, comm}}};
            if (inside) waits(1, 0);
            dies(2);
            EXPECT_EQ(cause(), "rank 2 died (at 2 ns); rank 3 waits for it, and 2 more indirectly");
        }
    }
    lost_ = {};
    make(3);
    at(1).open_calls[no_window] = {{{2, Awaited::collective, no_window}}};
    waits(1, 0);
    dies(2);
    // No call of another rank depends on the nonblocking call.
    EXPECT_EQ(cause(), "rank 2 died (at 2 ns); rank 1 waits for what it is told of");
}

// The holders of a lock: one, several that share, none.
TEST_F(Reported, StuckCallsNameTheHoldersOfTheLock) {
    make(4);
    LockAtTarget other, lock;
    other.window = 1;
    other.holders = {0};
    lock.requests = {{0, LockType::exclusive, false}};
    waits(0, 2, Awaited::lock_granted);
    const auto reason = [&] {
        family_.reported_locks[2] = {other, lock};
        return stuck_calls(*this, lost_).at(0).reason;
    };
    EXPECT_EQ(reason(), "what it is told of");
    lock.holders = {3};
    EXPECT_EQ(reason(), "what it is told of, whose lock rank 3 shares");
    lock.holders = {3, 1};
    EXPECT_EQ(reason(), "what it is told of, whose lock ranks 1 and 3 share");
    lock.holders = {1};
    lock.exclusive_holder = 1;
    EXPECT_EQ(reason(), "what it is told of, whose lock rank 1 holds");
    lock.requests = {{3, LockType::exclusive, false}};
    EXPECT_EQ(reason(), "what it is told of");
    dies(0);
    EXPECT_TRUE(stuck_calls(*this, lost_).empty());
}

// Epochs of the ranks name the calls by which the holder has taken the lock.
TEST_F(Reported, TheCallThatTookTheLockIsNamed) {
    make(3);
    usage::OpenEpochs epochs(3);
    epochs_ = &epochs;
    Thread& holder = threads_[1];
    holder.location = 1;
    CallRequest took{.call = Call::lock, .target = 2};
    epochs.began(holder, took);
    holder.makes(took);
    epochs.returned(holder);
    LockAtTarget lock;
    lock.holders = {1};
    lock.exclusive_holder = 1;
    lock.requests = {{0, LockType::shared, false}};
    family_.reported_locks[2] = {lock};
    waits(0, 2, Awaited::lock_granted);
    threads_[1].activity = Thread::Activity::finished;
    EXPECT_EQ(cause(), "rank 0 waits " + in +
                           "the lock of rank 2 on window \"w\", which rank 1 took at programs[0].calls[1].lock, whose "
                           "program has ended");
    const StuckCall stuck = stuck_calls(*this, lost_).at(0);
    EXPECT_EQ(stuck.reason, "what it is told of, whose lock rank 1 took at programs[0].calls[1].lock");
    ASSERT_EQ(stuck.epochs.size(), 1U);
    EXPECT_EQ(text_of(stuck.epochs.front()), "lock of rank 2 at programs[0].calls[1].lock");
    // The lock is requested by a call that has not returned, and behind an exclusive request.
    const WaitGraph graph(*this, lost_);
    Wait wait = graph.waits_of(0).front();
    wait.queued_after = 2;
    EXPECT_EQ(sentence_of(*this, 0, wait),
              "rank 0 waits " + in +
                  "the lock of rank 2 on window \"w\", which rank 1 shares since the call at "
                  "programs[0].calls[1].lock; the request is queued after rank 2's request");
    wait.queued_after = no_rank;
    wait.holds = false;
    EXPECT_EQ(sentence_of(*this, 0, wait),
              "rank 0 waits " + in +
                  "the lock of rank 2 on window \"w\", which rank 1 requested earlier, by the call at "
                  "programs[0].calls[1].lock");
}

// An error about epochs names those that are open, or the last one that was closed.
TEST_F(Reported, AnErrorNamesTheEpochsOfItsRank) {
    make(2);
    usage::OpenEpochs epochs(2);
    epochs_ = &epochs;
    Thread& thread = threads_[0];
    const auto calls = [&](CallRequest call, std::uint32_t location) {
        thread.location = location;
        thread.makes(call);
        epochs.began(thread, call);
    };
    const auto reason = [&](Call call) {
        return broken_call(*this, thread,
                           WrongEpoch("not_locked", call, "rank 1 is not locked; {} is missing", {Call::lock}))
            .reason;
    };
    calls({.call = Call::flush, .target = 1}, 0);
    EXPECT_EQ(reason(Call::flush), "rank 1 is not locked; lock is missing; no epoch of rank 0 is open on window \"w\"");
    calls({.call = Call::lock, .target = 1}, 1);
    EXPECT_EQ(reason(Call::lock), "rank 1 is not locked; lock is missing; no epoch of rank 0 is open on window \"w\"")
        << "the call that fails opens no epoch";
    epochs.returned(thread);
    calls({.call = Call::flush, .target = 1}, 0);
    EXPECT_EQ(
        reason(Call::flush),
        "rank 1 is not locked; lock is missing; open on window \"w\": lock of rank 1 at programs[0].calls[1].lock");
    EXPECT_EQ(broken_call(*this, thread, ErroneousProgram(Call::flush, "a rule")).reason, "a rule");
    calls({.call = Call::unlock, .target = 1}, 0);
    epochs.returned(thread);
    calls({.call = Call::flush, .target = 1}, 0);
    EXPECT_EQ(reason(Call::flush),
              "rank 1 is not locked; lock is missing; no epoch of rank 0 is open on window \"w\"; unlock at "
              "programs[0].calls[0].flush has closed the last one: lock of rank 1 at programs[0].calls[1].lock");
    calls({.call = Call::start, .group = {1, 0}}, 1);
    epochs.returned(thread);
    const StuckCall at_end = broken_call(*this, thread, WrongEpoch("left_open", Call::win_free, "open").at("the end"));
    EXPECT_EQ(at_end.call + ": " + at_end.reason,
              "the end: open; open: start for ranks 0 and 1 at programs[0].calls[1].lock on window \"w\"");
    EXPECT_EQ(at_end.epochs.at(0).group, (std::vector<Rank>{0, 1}));
}

// A wait for a counter has the counter's number instead of a target: one beyond the last rank, and one equal to a rank.
TEST_F(Reported, AWaitForACounterNamesNoLock) {
    make(2);
    LockAtTarget lock;
    lock.requests = {{0, LockType::exclusive, false}};
    lock.holders = {1};
    family_.reported_locks[1] = {lock};
    for (const Rank slot : {1, 2, 5}) {
        waits(0, slot, Awaited::counter);
        EXPECT_EQ(stuck_calls(*this, lost_).at(0).reason,
                  "what it is told of; missing: a signal, but no other rank has a request for this counter")
            << slot;
        make(2);
        family_.reported_locks[1] = {lock};
    }
}

}  // namespace
}  // namespace rmasim::sim::diagnosed
