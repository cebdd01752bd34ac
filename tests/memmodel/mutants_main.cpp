// memmodel_mutants: does the comparison with the reference model catch each mutant of the checker (mutants.json), and
// nothing in the checker as it is? Exit code 1 if not. The oracle is not among the mutated sources.
#include "tests/memmodel/copies_compare.h"
#include "tests/memmodel/program.h"
#include "tests/mutants/mutants.h"

#include <algorithm>
#include <cstdio>
#include <optional>

namespace {

using namespace rmasim::memmodel_test;
using rmasim::memmodel::Model;

constexpr std::uint64_t most_programs = 20'000;
constexpr std::uint64_t most_games = 2'000;  // with the copies of windows
constexpr std::uint64_t orders = 100;        // of a directed program

bool caught_by(const Program& program, std::uint64_t seed) {
    const Events events = execute(program, seed);
    for (const Model model : {Model::separate, Model::unified}) {
        const Pairs expected = by_oracle(program, events, model);
        if (by_checker(program, events, model) != expected) return true;
        if (by_checker(program, events, model, 1).empty() != expected.empty()) return true;
    }
    return false;
}

// The first program on which the checker says something else than the oracle; 0: a directed one.
std::optional<std::uint64_t> first_caught(std::uint64_t programs) {
    for (const Program& program : directed_programs()) {
        for (std::uint64_t seed = 1; seed <= orders; ++seed) {
            if (caught_by(program, seed)) return 0;
        }
    }
    for (std::uint64_t seed = 1; seed <= most_games; ++seed) {
        if (copies_differ(seed)) return seed;
    }
    for (std::uint64_t seed = 1; seed <= programs; ++seed) {
        if (caught_by(random_program(seed), seed * 31)) return seed;
        if (caught_by(random_attaching_program(seed), seed * 31)) return seed;
        if (caught_by(random_counter_program(seed), seed * 31)) return seed;
    }
    return std::nullopt;
}

}  // namespace

int main() {
    int escaped = first_caught(2000) ? 1 : 0;
    if (escaped > 0) std::printf("the checker as it is differs from the oracle\n");
    for (std::size_t i = 0; i < rmasim::mutants::all_mutants.size(); ++i) {
        const rmasim::mutants::Mutant& mutant = rmasim::mutants::all_mutants[i];
        const rmasim::mutants::Awake awake(static_cast<int>(i) + 1);
        const auto caught = first_caught(most_programs);
        if (caught)
            std::printf("%-40s %-12s program %llu\n", mutant.name.c_str(), mutant.clause.c_str(),
                        static_cast<unsigned long long>(*caught));
        else std::printf("%-40s %-12s NOT CAUGHT\n", mutant.name.c_str(), mutant.clause.c_str());
        std::fflush(stdout);
        escaped += !caught;
    }
    return escaped == 0 ? 0 : 1;
}
