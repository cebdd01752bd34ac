// window_mutants: tests that runs of random programs find each mutant of mutants.json, and find nothing without a
// mutant. Otherwise the exit code is 1.
#include "tests/mutants/mutants.h"
#include "tests/windows/live_world.h"

#include <cstdio>
#include <optional>

namespace {

using namespace rmasim::windows_test;

constexpr std::uint64_t max_programs = 200;

// Returns the seed of the first program that finds an error.
std::optional<std::uint64_t> first_caught() {
    for (std::uint64_t seed = 1; seed <= max_programs; ++seed) {
        const Plan plan = random_plan(seed, {30, true, true, false, false});
        if (!run(plan, {"newrma", true, 1, seed}).trouble.empty()) return seed;
    }
    return std::nullopt;
}

}  // namespace

int main() {
    int escaped = first_caught() ? 1 : 0;
    if (escaped > 0) std::printf("the windows as they are show trouble\n");
    for (std::size_t i = 0; i < rmasim::mutants::all_mutants.size(); ++i) {
        const rmasim::mutants::Awake awake(static_cast<int>(i) + 1);
        const auto caught = first_caught();
        std::printf("%-30s %s\n", rmasim::mutants::all_mutants[i].name.c_str(),
                    caught ? ("program " + std::to_string(*caught)).c_str() : "NOT CAUGHT");
        escaped += !caught;
    }
    return escaped == 0 ? 0 : 1;
}
