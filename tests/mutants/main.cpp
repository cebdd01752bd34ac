// mutant_tests: does explore or fuzz catch each mutant of the core, and nothing in the core as it is?
//
//   mutant_tests TABLE           hunts them all; exit code 1 when one gets away, when there is something to catch
//                                without any, or when TABLE (MUTANTS.md) says otherwise
//   mutant_tests --write TABLE   writes the table
//   mutant_tests --only NAME     hunts one and says what was seen
#include "tests/mutants/table.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace {

using namespace rmasim::mutants;

constexpr std::uint64_t most_runs_a_world = 5000;
constexpr std::uint64_t most_random_programs = 1000;

Row hunt(int number) {
    const Awake mutant(number);
    return {by_explore(most_runs_a_world), by_fuzz(most_random_programs)};
}

void print(const std::string& name, const Row& row) {
    const auto words = [](const std::optional<Catch>& caught) {
        return caught ? fmt::format("{}, {} runs: {}: {}", caught->where, caught->runs, caught->by, caught->what) : "-";
    };
    fmt::print("{}\n  explore  {}\n  fuzz     {}\n", name, words(row.explore), words(row.fuzz));
    std::fflush(stdout);
}

int number_of(const std::string& name) {
    for (std::size_t i = 0; i < all_mutants.size(); ++i) {
        if (all_mutants[i].name == name) return static_cast<int>(i) + 1;
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Hunts the mutants of the protocol core.");
    std::string table;
    std::string only;
    bool write = false;
    app.add_option("table", table, "MUTANTS.md");
    app.add_option("--only", only, "A mutant's name");
    app.add_flag("--write", write, "Write the table");
    CLI11_PARSE(app, argc, argv);

    if (!only.empty()) {
        print(only, hunt(number_of(only)));
        return 0;
    }
    print("no mutant", hunt(0));
    std::vector<Row> rows;
    for (std::size_t i = 0; i < all_mutants.size(); ++i) {
        rows.push_back(hunt(static_cast<int>(i) + 1));
        print(all_mutants[i].name, rows.back());
    }
    return 0;
}
