#include "tests/mutants/hunt.h"
#include "tests/property/bench.h"
#include "tests/property/sequential_model.h"

namespace rmasim::mutants {

namespace {

using namespace property;

// What is wrong with the end of a run that came to it; empty: nothing.
std::string unlike_the_model(const RandomProgram& program, const Bench& bench) {
    SequentialModel model(program);
    model.run();
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        const std::string at = "rank " + std::to_string(rank);
        for (WindowId id = 0; id < program.windows; ++id) {
            if (bench.memory().window(rank, id) != model.window(rank, id)) return "the memory of " + at;
        }
        if (bench.memory().results(rank) != model.results(rank)) return "what " + at + " fetched";
    }
    return "";
}

std::optional<Catch> run(std::uint64_t seed) {
    const RandomProgram program = make_random_program(seed);
    Bench bench(program, seed);
    const BenchResult result = bench.run();
    const std::string where = "seed " + std::to_string(seed);
    if (!result.violation.empty()) return Catch{"invariant", result.violation, where};
    if (!result.error.empty()) return Catch{"error", result.error, where};
    if (!result.stuck.empty()) return Catch{"deadlock", result.stuck.front(), where};
    const std::string difference = unlike_the_model(program, bench);
    if (!difference.empty()) return Catch{"model", difference, where};
    return std::nullopt;
}

}  // namespace

Hunt by_fuzz() {
    for (std::uint64_t seed = 0; seed < most_random_programs; ++seed) {
        if (auto caught = run(seed)) return {std::move(caught), seed + 1};
    }
    return {std::nullopt, most_random_programs};
}

}  // namespace rmasim::mutants
