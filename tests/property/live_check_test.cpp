// Tests that the check of memory during a run of a random program covers all guarantees of a call. When a call returns,
// the test changes one byte that the call guarantees. The test derives the guaranteed bytes a second time, from the
// program alone.
#include "sim/scenario/read/parse.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "sim/untimed/fuzz/run/live_check.h"
#include "sim/untimed/fuzz/run/scheduler.h"
#include "sim/untimed/world/untimed_world.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace rmasim::property {

using namespace rmasim::fuzz;

namespace {

struct Promised {
    Rank owner;
    WindowId window;
    std::size_t first, end;  // bytes
};

// Forwards to the check, but changes one byte at the n-th return that guarantees something.
class Spoiler final : public sim::Watcher {
public:
    Spoiler(const RandomProgram& program, const CallsOfRanks& calls, std::size_t nth, sim::Random& random)
        : program_(program), calls_(calls), live_(program, calls), left_(nth), random_(random) {}

    void watch(const sim::WindowMemory& memory) {
        memory_ = &memory;
        live_.watch(memory);
    }
    void call_began(const sim::Thread& thread, const CallRequest& call) override { live_.call_began(thread, call); }
    void call_returned(const sim::Thread& thread) override {
        const Step* const step = calls_[static_cast<std::size_t>(thread.rank)][thread.number][thread.position - 1].step;
        const std::vector<Promised> all = step == nullptr ? std::vector<Promised>() : promised(thread.rank, *step);
        if (all.empty() || done || left_-- > 0) return live_.call_returned(thread);
        done = true;
        what = fmt::format("rank {}: {} on window {}", thread.rank, name_of(step->call), step->window);
        const Promised& one = element_of(random_, all);
        const std::size_t at = one.first + random_.below(one.end - one.first);
        const std::byte& original = memory_->contents(one.owner, one.window)[at];
        std::byte& spoiled = const_cast<std::byte&>(original);
        const std::byte right = spoiled;
        spoiled ^= std::byte{1};
        live_.call_returned(thread);
        spoiled = right;
        seen = live_.wrong().has_value();
    }
    bool complains() const { return live_.wrong().has_value(); }

    bool done = false, seen = false;
    std::string what;

private:
    std::vector<Promised> promised(Rank rank, const Step& step) {
        note_exposure(rank, step);
        const CallClass kind = description_of(step.call).kind;
        const bool ends = kind == CallClass::closes_exposure && !is_ahead(rank, step.window);
        const bool shows = step.more.shows_window || ends;
        if (shows) return whole_window(rank, step.window);
        if (kind == CallClass::closes_exposure || kind == CallClass::operation) return {};
        if (program_.family->processes.rules(*program_.settings).guarantee_of(step.call) != Guarantee::applied)
            return {};
        std::vector<Promised> blocks;
        const std::size_t first = static_cast<std::size_t>(rank) * block_bytes;
        for (Rank target = 0; target < program_.ranks; ++target) {
            const bool meant = !has_target(step.call) || target == step.target;
            if (meant && !(target == rank && stores(rank, step.window)))
                blocks.push_back({target, step.window, first, first + block_bytes});
        }
        return blocks;
    }

    // Returns the window without the block that the owner loads and stores.
    std::vector<Promised> whole_window(Rank rank, WindowId window) const {
        const std::size_t size = memory_->contents(rank, window).size();
        if (!program_.owner_block) return {{rank, window, 0, size}};
        std::vector<Promised> parts{{rank, window, 0, program_.owner_at()}};
        if (program_.window_bytes() < size) parts.push_back({rank, window, program_.window_bytes(), size});
        return parts;
    }
    // True if stores write the window: no call guarantees when a store is visible.
    bool stores(Rank rank, WindowId window) const {
        const std::vector<Step>& steps = program_.steps[static_cast<std::size_t>(rank)];
        return std::any_of(steps.begin(), steps.end(),
                           [window](const Step& step) { return step.by_store && step.window == window; });
    }

    // Counts STARTs minus WAITs of each pair.
    void note_exposure(Rank rank, const Step& step) {
        if (step.call == Call::post) posted_[{rank, step.window}] = step.group;
        if (step.call == Call::start) {
            for (const Rank target : step.group) ++exposures_[{target, step.window, rank}];
        }
        if (step.call != Call::wait) return;
        for (const Rank origin : posted_[{rank, step.window}]) --exposures_[{rank, step.window, origin}];
    }
    // True if an origin has begun an epoch for a later exposure.
    bool is_ahead(Rank rank, WindowId window) {
        for (Rank origin = 0; origin < program_.ranks; ++origin) {
            if (exposures_[{rank, window, origin}] > 0) return true;
        }
        return false;
    }

    const RandomProgram& program_;
    const CallsOfRanks& calls_;
    LiveCheck live_;
    std::size_t left_;
    sim::Random& random_;
    const sim::WindowMemory* memory_ = nullptr;
    std::map<std::pair<Rank, WindowId>, Group> posted_;
    std::map<std::tuple<Rank, WindowId, Rank>, int> exposures_;
};

class LiveChecked : public testing::TestWithParam<const sim::Family*> {
protected:
    // Returns true if there was such a return.
    static bool spoil(const RandomProgram& program, std::size_t nth, std::uint64_t seed) {
        const sim::Scenario scenario = sim::parse_scenario(scenario_of(program), ".");
        const CallsOfRanks calls = calls_of_ranks(program);
        sim::Random random(seed, nth);
        Spoiler spoiler(program, calls, nth, random);
        sim::UntimedWorld world(scenario, &spoiler);
        spoiler.watch(world.memory());
        Scheduler scheduler(seed, program.ranks);
        run_by(scheduler, world, [&](const sim::Move& move, std::size_t) {
            EXPECT_FALSE(spoiler.complains());
            const sim::StepResult made = world.carry_out(move, scheduler);
            return spoiler.done ? sim::StepResult::broken : made;
        });
        EXPECT_EQ(spoiler.seen, spoiler.done) << spoiler.what << ", seed " << seed << ", return " << nth;
        return spoiler.done;
    }
};

}  // namespace

TEST_P(LiveChecked, SeesAWrongByteOfAllThatIsPromised) {
    std::size_t spoiled = 0;
    for (std::uint64_t seed = 0; seed < 24 && !HasFailure(); ++seed) {
        const RandomProgram program = make_random_program(seed, *GetParam());
        for (std::size_t nth = 0; nth < 40 && spoil(program, nth, seed); nth += 1 + nth / 2) ++spoiled;
    }
    EXPECT_GT(spoiled, 60U);
}

INSTANTIATE_TEST_SUITE_P(Families, LiveChecked, testing::ValuesIn(sim::families().begin(), sim::families().end()),
                         [](const auto& info) { return std::string(info.param->name()); });

}  // namespace rmasim::property
