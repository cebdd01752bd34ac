// Adds windows with different sizes and displacement units at each rank, and calls that create and free windows. The
// random numbers are independent of those of other generators. So the other operations of a seed stay the same.
#include "sim/untimed/fuzz/program/random_steps.h"

#include <algorithm>
#include <bit>

namespace rmasim::fuzz {

namespace {

constexpr std::uint64_t max_unit = block_bytes;

// Returns the largest power of two that divides the displacements of all operations on the window segment of `target`.
std::uint64_t common_unit(const RandomProgram& program, WindowId window, Rank target) {
    std::uint64_t any = max_unit;
    for_each_step(program, [&](Rank, const Step& step) {
        if (is_operation(step.call) && step.window == window && step.target == target) any |= step.region.disp;
    });
    return std::uint64_t{1} << std::countr_zero(any);
}

void generate_shapes(sim::Random& random, RandomProgram& program) {
    for (WindowId window = 0; window < program.windows; ++window) {
        std::vector<WindowShape>& shapes = program.shapes.emplace_back();
        for (Rank rank = 0; rank < program.ranks; ++rank) {
            const auto powers = static_cast<std::uint64_t>(std::countr_zero(common_unit(program, window, rank)));
            const std::uint32_t unit = std::uint32_t{1} << random.below(powers + 1);
            shapes.push_back({program.window_bytes() + 8 * random.below(4), unit});
        }
    }
}

// Inserts a call of all ranks after barrier number `after`. At that point, all ranks must be between stretches. The
// call is a phase of its own, because it waits for all ranks.
void insert_for_all(RandomProgram& program, Step step, std::size_t after) {
    for (std::vector<Step>& steps : program.steps) {
        auto at = steps.begin();
        for (std::size_t passed = 0; passed < after; ++at) passed += at->call == Call::barrier ? 1 : 0;
        step.phase = at == steps.begin() ? 0 : std::prev(at)->phase + 1;
        for (auto later = at; later != steps.end(); ++later) ++later->phase;
        steps.insert(at, step);
    }
}

// Returns the numbers of barriers after which no rank is in an epoch. (With NOCHECK, there is a barrier between POST
// and START. After this barrier, ranks are in exposure epochs.)
std::vector<std::size_t> quiet_points(const RandomProgram& program) {
    const auto is_barrier = [](const Step& step) { return step.call == Call::barrier; };
    const auto barriers = std::count_if(program.steps[0].begin(), program.steps[0].end(), is_barrier);
    std::vector<bool> exposed_there(static_cast<std::size_t>(barriers) + 1, false);
    for (const std::vector<Step>& steps : program.steps) {
        std::size_t passed = 0;
        int exposed = 0;
        for (const Step& step : steps) {
            if (step.call == Call::post) ++exposed;
            if (step.call == Call::wait) --exposed;
            if (!is_barrier(step)) continue;
            ++passed;
            if (exposed > 0) exposed_there[passed] = true;
        }
    }
    std::vector<std::size_t> points;
    for (std::size_t after = 0; after < exposed_there.size(); ++after) {
        if (!exposed_there[after]) points.push_back(after);
    }
    return points;
}

// Inserts WIN_FREE, sometimes after a fence with NOPRECEDE. No rank waits for the IBARRIER of this fence.
void insert_free(sim::Random& random, RandomProgram& program, WindowId window, std::size_t after) {
    insert_for_all(program, {.call = Call::win_free, .window = window}, after);
    if (!sim::chance(random, 40)) return;
    insert_for_all(program, {.call = Call::fence, .window = window, .asserts = Assert::noprecede}, after);
}

// Inserts calls that create and free a window. The window is created at the beginning of the program. At some points
// between stretches, it is freed and created again. At the end, it may be freed.
void generate_lives(sim::Random& random, RandomProgram& program, WindowId window) {
    const std::vector<std::size_t> points = quiet_points(program);
    const Step create{.call = Call::win_create, .window = window};
    if (sim::chance(random, 60)) insert_free(random, program, window, points.back());
    for (std::size_t i = points.size() - 1; i-- > 1;) {
        if (!sim::chance(random, 50)) continue;
        insert_for_all(program, create, points[i]);
        insert_free(random, program, window, points[i]);
    }
    insert_for_all(program, create, 0);
}

}  // namespace

void generate_windows(std::uint64_t seed, RandomProgram& program) {
    sim::Random random = numbers_of(seed, Stream::windows);
    if (sim::chance(random, 30)) generate_shapes(random, program);
    if (!program.family->calls().contains(Call::win_create) || !sim::chance(random, 40)) return;
    for (WindowId window = 0; window < program.windows; ++window) {
        if (sim::chance(random, 60)) generate_lives(random, program, window);
    }
}

}  // namespace rmasim::fuzz
