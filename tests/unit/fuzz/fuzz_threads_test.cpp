// Threads of random programs: all forms are generated, written correctly, and kept apart where they must be.
#include "sim/scenario/read/parse.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "sim/untimed/fuzz/program/legality.h"
#include "sim/untimed/fuzz/program/program_reductions.h"
#include "sim/untimed/fuzz/program/random_threads.h"
#include "sim/untimed/fuzz/program/thread_calls.h"
#include "sim/untimed/fuzz/shrink/simpler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace rmasim::fuzz::threads {
namespace {

using testing::HasSubstr;

// The parts of a program that may be concurrent, by rank between two matches.
struct Seen {
    bool windows = false;  // threads on different windows
    bool targets = false;  // operations or flushes of one window in several threads
    bool fence = false;    // an operation concurrent with a fence
};

void look(const std::vector<Step>& between, Seen& seen) {
    for (const Step& one : between) {
        for (const Step& other : between) {
            if (one.thread == other.thread) continue;
            if (one.window != other.window) seen.windows = true;
            else if (one.call == Call::fence) seen.fence = true;
            else if (is_operation(one.call)) seen.targets = true;
        }
    }
}

Seen seen_in(const RandomProgram& program) {
    Seen seen;
    for (const auto& steps : program.steps) {
        std::vector<Step> between;
        for (const Step& step : steps) {
            if (step.syncs_threads) {
                look(between, seen);
                between.clear();
            }
            between.push_back(step);
        }
        look(between, seen);
    }
    return seen;
}

TEST(RandomThreads, AreDrawnInEveryWay) {
    for (const sim::Family* const family : sim::families()) {
        if (family->counts_signals()) continue;  // its programs draw their threads as they go (random_counters.h)
        SCOPED_TRACE(family->name());
        int windows = 0, targets = 0, fence = 0, several = 0;
        for (std::uint64_t seed = 0; seed < 400; ++seed) {
            const RandomProgram program = make_random_program(seed, *family);
            const Seen seen = seen_in(program);
            several += program.threads > 1 ? 1 : 0;
            windows += seen.windows ? 1 : 0;
            targets += seen.targets ? 1 : 0;
            fence += seen.fence ? 1 : 0;
        }
        EXPECT_GT(several, 80);
        EXPECT_LT(several, 240);
        EXPECT_GT(windows, 15);
        EXPECT_GT(targets, 40);
        const bool may_overlap_fence =
            family->unsupported_reason(sim::CallFeature::operations_concurrent_with_fence).empty();
        EXPECT_EQ(fence > 3, may_overlap_fence) << fence;
    }
}

TEST(RandomThreads, HaveTheCallsOfTheProgram) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const RandomProgram program = make_random_program(seed);
        for (Rank rank = 0; rank < program.ranks; ++rank) {
            const auto threads = calls_of_threads(program, rank);
            EXPECT_EQ(threads.size(), program.threads);
            std::size_t steps = 0, sent = 0, received = 0;
            for (const auto& thread : threads) {
                for (const ThreadCall& call : thread) {
                    steps += call.step != nullptr ? 1 : 0;
                    sent += call.message == Call::send ? 1 : 0;
                    received += call.message == Call::recv ? 1 : 0;
                }
            }
            EXPECT_EQ(steps, program.steps[static_cast<std::size_t>(rank)].size());
            EXPECT_EQ(sent, received);
        }
    }
}

const Region own_word{0, 1, 0, 0, Datatype::int64};  // of rank 0
const Region sum_word{2 * block_bytes, 1, 0, 0, Datatype::int64};
const Step lock{.call = Call::lock, .target = 1};
const Step unlock{.call = Call::unlock, .target = 1};
const Step flush{.call = Call::flush, .target = 1};
const Step put{.call = Call::put, .target = 1, .kind = OpKind::put, .region = own_word};
const Step sum{
    .call = Call::accumulate, .target = 1, .kind = OpKind::accumulate, .reduce = ReduceOp::sum, .region = sum_word};
const Step fence{.call = Call::fence};
const Step last_fence{.call = Call::fence, .asserts = Assert::nosucceed};
const Step barrier{.call = Call::barrier};

Step in_thread(Step step, ThreadId thread, bool syncs_threads = false) {
    step.thread = thread;
    step.syncs_threads = syncs_threads;
    return step;
}

// Two ranks of two threads with two windows; rank 0 does `steps`.
std::string verdict(std::vector<Step> steps, std::vector<Step> others = {}) {
    RandomProgram program;
    program.threads = 2;
    program.windows = 2;
    program.steps = {std::move(steps), std::move(others)};
    program.results.assign(2, 8);
    program.requests.assign(2, 8);
    return illegality(program);
}

TEST(LegalThreads, OperationsAndFlushesMayBeBesideEachOther) {
    Step elsewhere = put;
    elsewhere.region.disp = 8;
    EXPECT_EQ(verdict({lock, in_thread(put, 0, true), in_thread(elsewhere, 1), in_thread(unlock, 0, true)}), "");
    EXPECT_EQ(verdict({lock, in_thread(flush, 0, true), in_thread(put, 1), in_thread(unlock, 0, true)}), "");
    EXPECT_EQ(verdict({lock, in_thread(sum, 0, true), in_thread(sum, 1), in_thread(unlock, 0, true)}), "");
    EXPECT_THAT(verdict({lock, put, in_thread(unlock, 1)}),
                HasSubstr("lock of one thread is concurrent with unlock of another thread"));
    EXPECT_THAT(verdict({lock, in_thread(put, 1, true), unlock}),
                HasSubstr("put of one thread is concurrent with unlock of another thread"));
    EXPECT_THAT(verdict({lock, in_thread(put, 2, true), in_thread(unlock, 0, true)}),
                HasSubstr("thread 2 of a rank with 2 threads"));
}

TEST(LegalThreads, ConflictsNeedAMeeting) {
    Step shared_read = put;
    shared_read.call = Call::get;
    shared_read.kind = OpKind::get;
    EXPECT_THAT(verdict({lock, in_thread(put, 0, true), flush, in_thread(put, 1), in_thread(unlock, 0, true)}),
                HasSubstr("put conflicts with an earlier operation"));
    EXPECT_EQ(verdict({lock, in_thread(put, 0, true), flush, in_thread(put, 1, true), in_thread(unlock, 0, true)}), "");
    EXPECT_THAT(verdict({lock, in_thread(put, 0, true), flush, in_thread(shared_read, 1), in_thread(unlock, 0, true)}),
                HasSubstr("conflicts"));
    // The flush of one thread completes the put of another only after a meeting, and before one.
    const Step again = in_thread(put, 1);
    EXPECT_THAT(verdict({lock, in_thread(put, 1, true), in_thread(flush, 0), again, in_thread(unlock, 0, true)}),
                HasSubstr("conflicts"));
    EXPECT_THAT(verdict({lock, in_thread(put, 1, true), in_thread(flush, 0, true), again, in_thread(unlock, 0, true)}),
                HasSubstr("conflicts"));
    EXPECT_EQ(verdict({lock, in_thread(put, 1, true), in_thread(flush, 0, true), in_thread(put, 1, true),
                       in_thread(unlock, 0, true)}),
              "");
}

TEST(LegalThreads, OperationsMayBeBesideAPlainFence) {
    const std::vector<Step> fences{fence, fence, last_fence};
    EXPECT_EQ(verdict({fence, in_thread(sum, 1, true), fence, in_thread(last_fence, 0, true)}, fences), "");
    EXPECT_THAT(verdict({fence, fence, in_thread(sum, 1, true), last_fence}, fences),
                HasSubstr("accumulate of one thread is concurrent with fence of another thread"));
}

TEST(LegalThreads, AtABarrierNoThreadIsBusy) {
    EXPECT_EQ(verdict({lock, put, unlock, in_thread(barrier, 0, true)}, {barrier}), "");
    EXPECT_THAT(verdict({lock, put, in_thread(unlock, 0, true), in_thread(barrier, 1)}, {barrier}),
                HasSubstr("a thread is in a barrier or collective call while another thread makes calls"));
    const auto elsewhere = [](Step step) {
        step.window = 1;
        return step;
    };
    EXPECT_THAT(verdict({elsewhere(lock), elsewhere(put), in_thread(elsewhere(unlock), 0, true), in_thread(barrier, 1)},
                        {barrier}),
                HasSubstr("a thread is in a barrier or collective call while another thread makes calls"))
        << "a barrier is of no window";
}

// The remaining parts of a shrunk program are concurrent only if they were before.
TEST(LegalThreads, CutsKeepTheMeetings) {
    RandomProgram program;
    program.threads = 2;
    program.steps = {{lock, in_thread(put, 1, true), in_thread(flush, 0, true), in_thread(unlock, 0)}, {}};
    program.results.assign(2, 8);
    program.requests.assign(2, 8);
    const Cut without_flush{{0, 2}};
    const RandomProgram left = without(program, std::span(&without_flush, 1));
    ASSERT_EQ(left.steps[0].size(), 3u);
    EXPECT_TRUE(left.steps[0][2].syncs_threads) << "UNLOCK waits for the other thread";
    EXPECT_EQ(illegality(left), "");
    const std::vector<RandomProgram> simpler = simpler_settings(program);
    EXPECT_TRUE(std::any_of(simpler.begin(), simpler.end(), [](const RandomProgram& p) { return p.threads == 1; }));
}

// The wait for a request goes with its operation, and leaves its meeting to the next step.
TEST(LegalThreads, WaitsThatGoKeepTheMeetings) {
    Step rput = put;
    rput.call = Call::rput;
    const Step wait{.call = Call::request_wait};
    RandomProgram program;
    program.threads = 2;
    program.steps = {{lock, in_thread(rput, 1, true), in_thread(wait, 1, true), in_thread(unlock, 0)}, {}};
    program.results.assign(2, 8);
    program.requests.assign(2, 1);
    const Cut without_rput{{0, 1}};
    const RandomProgram left = without(program, std::span(&without_rput, 1));
    ASSERT_EQ(left.steps[0].size(), 2u);
    EXPECT_TRUE(left.steps[0][1].syncs_threads) << "UNLOCK waits for the other thread";
}

TEST(RandomThreads, OnSharedElementsKeepOneOfTheirOwn) {
    int with_own = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const RandomProgram program = make_random_program(seed);
        if (!needs_own_elements(program)) continue;
        ++with_own;
        for (const sim::Pool& pool : program.family->counters.pools(*program.settings, window_names(program))) {
            EXPECT_TRUE(pool.level == PoolLevel::global || pool.size > 0) << seed;
        }
    }
    EXPECT_GT(with_own, 30);
}

}  // namespace
}  // namespace rmasim::fuzz::threads
