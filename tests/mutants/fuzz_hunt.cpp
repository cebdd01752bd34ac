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
    const auto caught = [seed](std::string by, std::string what) {
        return Catch{"seed " + std::to_string(seed), seed + 1, std::move(by), std::move(what)};
    };
    if (!result.violation.empty()) return caught("invariant", result.violation);
    if (!result.error.empty()) return caught("error", result.error);
    if (!result.stuck.empty()) return caught("deadlock", result.stuck.front());
    const std::string difference = unlike_the_model(program, bench);
    if (!difference.empty()) return caught("model", difference);
    return std::nullopt;
}

}  // namespace

std::optional<Catch> by_fuzz(std::uint64_t most_runs) {
    for (std::uint64_t seed = 0; seed < most_runs; ++seed) {
        if (auto caught = run(seed)) return caught;
    }
    return std::nullopt;
}

}  // namespace rmasim::mutants
