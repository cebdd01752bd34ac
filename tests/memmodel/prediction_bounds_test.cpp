// Tests of the bounds of predictions (MM-BOUND-7). Each bound hides a race that the checker would predict without the
// bound.
#include "protocol/memmodel/checker.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <utility>

namespace rmasim::memmodel_test::prediction_bounds {

namespace {

using namespace memmodel;

constexpr WindowId data = 0, guard = 1, other_guard = 2;
constexpr Rank first = 0, second = 1, owner = 2;
constexpr std::uint64_t x = 0, y = 8, z = 16;  // displacements in `data`

// Three ranks have epochs on `data`. The first two order their accesses by locks of the owner's other windows. The
// first rank may have two threads.
class LockedRun {
public:
    explicit LockedRun(Setup setup) : checker_(std::move(setup)) {
        for (const Rank rank : {first, second, owner}) {
            for (const WindowId window : {data, guard, other_guard}) {
                checker_.created(rank, window, {.memory = window, .bytes = {0, 64}});
            }
            call(rank, Call::lock_all, data);
        }
    }

    // An operation on the memory of `target`, complete at the target when this function returns.
    void operate(Rank rank, Call operation, Rank target, std::uint64_t disp, std::uint32_t location) {
        CallRequest request;
        request.call = operation;
        request.window = data;
        request.target = target;
        request.operation.kind = operation == Call::put ? OpKind::put : OpKind::get;
        request.operation.window = data;
        request.operation.target = target;
        request.operation.region = {.disp = disp, .count = 1, .datatype = Datatype::int64};
        begin_and_return({rank, 0, location, 0}, request);
        call(rank, Call::flush, data, target);
    }
    void lock(Rank rank, WindowId window) {
        call(rank, Call::lock, window, owner);
        checker_.granted(owner, window, rank);
        call(rank, Call::flush, window, owner);
    }
    void unlock(Rank rank, WindowId window) { call(rank, Call::unlock, window, owner); }
    // Orders the rank after all ranks that called this function before.
    void pass_guard(Rank rank) {
        lock(rank, guard);
        unlock(rank, guard);
    }
    void store(Rank rank, std::uint64_t disp, std::uint32_t location) {
        checker_.store({rank, 0, location, 0}, rank, 0, {disp, 8, 0, 1});
    }
    Checker& checker() { return checker_; }
    // True if the pair of these two locations is a finding, and a predicted one.
    bool predicts(std::uint32_t one, std::uint32_t other) const {
        return std::ranges::any_of(checker_.findings().sorted(), [&](const Finding& found) {
            return found.predicted && found.first.location == one && found.second.location == other;
        });
    }

private:
    void call(Rank rank, Call call, WindowId window, Rank target = no_rank) {
        CallRequest request;
        request.call = call;
        request.window = window;
        request.target = target;
        request.lock_type = LockType::exclusive;
        begin_and_return({rank, 0, 1, 0}, request);
    }
    void begin_and_return(const Origin& origin, const CallRequest& request) {
        checker_.began(origin, request);
        checker_.returned(origin);
    }
    Checker checker_;
};

Setup settings(std::size_t clean_up_at = 1000) {
    Setup setup{.model = Model::unified, .threads = {2, 1, 1}};
    setup.predicts = true;
    setup.clean_up_at = clean_up_at;
    return setup;
}

}  // namespace

// MM-BOUND-7: the checker stores the last 256 sections of a lock.
TEST(PredictionBounds, OldSectionsArePartOfEachPrefix) {
    for (const int sections : {255, 256}) {
        LockedRun run(settings());
        run.operate(first, Call::put, owner, x, 2);
        run.pass_guard(first);
        for (int i = 0; i < sections; ++i) run.pass_guard(second);
        run.operate(second, Call::put, owner, x, 3);
        EXPECT_EQ(run.predicts(2, 3), sections == 255);
    }
}

// MM-BOUND-7: the checker stores the last 1,024 receives of any source of a thread. The messages of older receives
// count as sent in every prefix.
TEST(PredictionBounds, OldReceivesOfAnySourceArePartOfEachPrefix) {
    for (const int later : {1023, 1024}) {
        LockedRun run(settings());
        const Origin sender{first, 0, 4, 0}, receiver{owner, 0, 5, 0};
        run.operate(first, Call::put, owner, x, 2);
        run.checker().order().acquires_match(receiver, run.checker().order().moment(sender), first);
        for (int i = 0; i < later; ++i) {
            run.checker().order().acquires_match(receiver, run.checker().order().moment({second, 0, 6, 0}), second);
        }
        run.pass_guard(first);
        run.pass_guard(second);
        run.operate(second, Call::put, owner, x, 3);
        EXPECT_EQ(run.predicts(2, 3), later == 1023);
    }
}

// MM-BOUND-7: the checker stores 64 reads at each target that another thread of the rank has not completed yet.
TEST(PredictionBounds, OldReadsForOtherThreadsArePartOfEachPrefix) {
    for (const int later : {63, 64}) {
        LockedRun run(settings());
        run.operate(second, Call::put, owner, x, 2);
        run.operate(second, Call::put, owner, y, 3);
        run.pass_guard(second);
        run.pass_guard(first);
        run.operate(first, Call::get, owner, y, 4);  // the rank's other thread never calls FLUSH
        for (int i = 0; i < later; ++i) run.operate(first, Call::get, owner, z, 5);
        run.pass_guard(owner);
        run.operate(owner, Call::put, owner, x, 6);
        EXPECT_EQ(run.predicts(2, 6), later == 63);
    }
}

// MM-BOUND-7: two stores between two calls are one step if they belong to one statement, or to a program under `exec`.
// A rank that needs one of these stores then needs both.
TEST(PredictionBounds, StoresOfOneStatementAreOneStep) {
    for (const bool one_statement : {false, true}) {
        for (const bool of_programs : {false, true}) {
            memmodel::Setup setup = settings();
            setup.of_programs = of_programs;
            LockedRun run(std::move(setup));
            run.store(first, x, 2);
            const std::uint32_t of_z = one_statement ? 2 : 3;
            run.store(first, z, of_z);
            run.pass_guard(first);
            run.pass_guard(second);
            run.operate(second, Call::get, first, x, 4);
            run.operate(second, Call::put, first, z, 5);
            EXPECT_TRUE(run.predicts(2, 4));
            EXPECT_EQ(run.predicts(of_z, 5), !one_statement && !of_programs);
        }
    }
}

// MM-BOUND-7: the checker stores only the newest access of a statement to a byte. In this test the newest access is
// under a lock that the other rank also holds. The older access is not.
TEST(PredictionBounds, TheNewestAccessOfAStatementIsKept) {
    for (const std::size_t clean_up_at : {1u, 1000u}) {
        for (const bool one_statement : {false, true}) {
            LockedRun run(settings(clean_up_at));
            run.operate(first, Call::put, owner, x, 2);
            run.pass_guard(first);
            run.lock(first, other_guard);
            run.operate(first, Call::put, owner, x, one_statement ? 2 : 3);
            run.unlock(first, other_guard);
            for (int i = 0; i < 4; ++i) run.operate(first, Call::put, owner, y, 5);  // the clean-up happens now
            run.pass_guard(second);
            run.lock(second, other_guard);
            run.operate(second, Call::put, owner, x, 4);
            run.unlock(second, other_guard);
            EXPECT_EQ(run.predicts(2, 4), !one_statement || clean_up_at > 1);
        }
    }
}

}  // namespace rmasim::memmodel_test::prediction_bounds
