// Tests the checks of a runner of random programs, during a run and at its end, with a family that counts wrongly.
#include "protocol/base/serial_number.h"
#include "sim/untimed/fuzz/program/random_faults.h"
#include "sim/untimed/fuzz/run/program_runner.h"
#include "sim/untimed/profiles/profile.h"
#include "tests/property/counter_wraparound.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

namespace rmasim::property {
using namespace rmasim::fuzz;

namespace {

using Miscount = std::function<void(Rank, std::vector<sim::CounterCounts>&)>;

class Miscounting final : public sim::ProcessCounters, public CounterWraparound {
public:
    explicit Miscounting(const sim::Family& of) : CounterWraparound(of, usual_start, *this, of.reports), right_(of) {}

    std::vector<sim::CounterCounts> signals(const Process& process) const override {
        std::vector<sim::CounterCounts> all = right_.counters.signals(process);
        if (miscount) miscount(process.rank(), all);
        return all;
    }
    std::optional<sim::CounterValue> counter_value(const Process& process, WindowId id,
                                                   std::uint32_t number) const override {
        return right_.counters.counter_value(process, id, number);
    }

    Miscount miscount;

private:
    const sim::Family& right_;
};

const sim::Family& counting_family() {
    const auto all = sim::families();
    return **std::find_if(all.begin(), all.end(), [](const sim::Family* one) { return one->counts_signals(); });
}

// Returns a program with at least two windows, so that the first is not the only one.
RandomProgram counting_program(const sim::Family& family) {
    for (std::uint64_t seed = 0;; ++seed) {
        RandomProgram program = make_random_program(seed, family);
        const bool several = program.windows > 1 && program.ranks > 1;
        if (!program.units.empty() && several && program.faults.empty()) return program;
    }
}

std::string found_by(const RandomProgram& program) {
    ProgramRunner runner(program);
    const auto finding = runner.run(1);
    if (!finding) return "nothing";
    return fmt::format("{}: {}", name_of(finding->symptom), finding->what.front());
}

class TrialOfCounters : public testing::Test {
protected:
    const sim::Family& family_ = counting_family();
    Miscounting miscounting_{family_};
    RandomProgram program_ = counting_program(family_);

    // Returns the finding if `wrong` changes the counts of a window at one rank.
    std::string found(Rank rank, WindowId window, const std::function<void(sim::CounterCounts&)>& wrong) {
        program_.family = &miscounting_;
        miscounting_.miscount = [&](Rank at, std::vector<sim::CounterCounts>& all) {
            if (at == rank) wrong(all[window]);
        };
        return found_by(program_);
    }
};

}  // namespace

// The runs of a program share a world. Each must behave as if it had its own, whatever settings the previous run had.
TEST(TrialOfManyRuns, AreAsOfATrialEach) {
    for (const sim::Family* const family : sim::families()) {
        RandomProgram program = make_random_program(7, *family);
        ProgramRunner all(program);
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            sim::Random random(seed, 0);
            program.settings = profile_of(*family).random_settings(random, program.settings.get());
            program.faults = random_faults(random, program);
            all.use_settings();
            ProgramRunner one(program);
            const bool found = all.run(seed).has_value();
            EXPECT_EQ(one.run(seed).has_value(), found) << family->name() << ", seed " << seed;
            EXPECT_EQ(one.steps(), all.steps()) << family->name() << ", seed " << seed;
            EXPECT_EQ(one.fault(), all.fault()) << family->name() << ", seed " << seed;
        }
    }
}

TEST_F(TrialOfCounters, FindsNothingIfAllCountsAreRight) { EXPECT_EQ(found_by(program_), "nothing"); }

TEST_F(TrialOfCounters, LooksAtEachRankAndWindow) {
    for (Rank rank = 0; rank < program_.ranks; ++rank) {
        for (WindowId window = 0; window < program_.windows; ++window) {
            const std::string text = found(rank, window, [](sim::CounterCounts& one) { ++one.lost; });
            EXPECT_EQ(text,
                      fmt::format("counters: rank {}, window w{}: signals lost: 1, and should be 0", rank, window));
        }
    }
}

TEST_F(TrialOfCounters, LooksAtEachCount) {
    const std::map<std::string, std::function<void(sim::CounterCounts&)>> wrong{
        {"counters allocated", [](sim::CounterCounts& one) { ++one.allocated; }},
        {"signals sent", [](sim::CounterCounts& one) { ++one.sent; }},
        {"signals applied", [](sim::CounterCounts& one) { ++one.applied; }},
        {"signals lost", [](sim::CounterCounts& one) { ++one.lost; }},
        {"values below zero", [](sim::CounterCounts& one) { ++one.negative; }}};
    for (const auto& [what, change] : wrong) {
        const std::string text = found(1, 1, change);
        EXPECT_EQ(text.rfind("counters: rank 1, window w1: " + what + ": ", 0), 0U) << text;
    }
}

// ---- Does a runner report memory that was temporarily wrong, although it is correct at the end?

namespace {

Step put_of(std::int64_t value, int phase) {
    return {.call = Call::put,
            .target = 1,
            .kind = OpKind::put,
            .region = {0, 1, 0, 0, Datatype::int64},
            .value = value,
            .phase = phase};
}

// Rank 1 also writes to the block of rank 0, which is erroneous. The order of the two writes varies. In the next phase
// rank 0 writes the block again.
RandomProgram race_that_is_over() {
    RandomProgram program;
    program.results = program.requests = {0, 0};
    const Step lock{.call = Call::lock_all}, unlock{.call = Call::unlock_all}, barrier{.call = Call::barrier};
    const Step flush{.call = Call::flush, .target = 1};
    program.steps = {{lock, put_of(5, 0), flush, unlock, barrier}, {lock, put_of(7, 0), unlock, barrier}};
    for (Step step : {lock, put_of(9, 1), unlock, barrier}) {
        step.phase = 1;
        program.steps[0].push_back(step);
    }
    program.steps[1].push_back(barrier);
    program.steps[1].back().phase = 1;
    return program;
}

}  // namespace

TEST(TrialOfMemory, SaysWhatIsWrongForAWhile) {
    const RandomProgram program = race_that_is_over();
    ProgramRunner runner(program);
    int found = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const auto finding = runner.run(seed);
        if (!finding) continue;
        ++found;
        EXPECT_EQ(finding->symptom, Symptom::memory) << seed;
        EXPECT_TRUE(finding->what.front().starts_with("rank 0: ")) << finding->what.front();
        EXPECT_FALSE(finding->order.empty());
    }
    EXPECT_GT(found, 2);
    EXPECT_LT(found, 60);
    runner.judge_at_the_end(true);
    for (std::uint64_t seed = 0; seed < 60; ++seed) EXPECT_FALSE(runner.run(seed)) << seed;
}

}  // namespace rmasim::property
