// mutant_tests: do explore, fuzz or the sequences catch each mutant of the core, and nothing in the core as it is?
//
//   mutant_tests MUTANTS.md           exit code 1 if a mutant is not caught, if something is found without a mutant,
//                                     or if the page differs from the results
//   mutant_tests --write MUTANTS.md   writes the page
//   mutant_tests --only NAME          hunts one
#include "tests/mutants/mutants.h"
#include "tests/mutants/table.h"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <fstream>
#include <sstream>

namespace {

using namespace rmasim::mutants;

void print(const char* hunter, const Hunt& hunt) {
    fmt::print("  {} {:>6} runs: ", hunter, hunt.runs);
    if (hunt.caught) fmt::print("{}: {}: {}\n", hunt.caught->where, hunt.caught->by, hunt.caught->what);
    else fmt::print("nothing\n");
}

Row hunt(int number) {
    const Awake mutant(number);
    const std::string family = number == 0 ? "" : all_mutants[static_cast<std::size_t>(number) - 1].family;
    const Row row{by_explore(family), by_fuzz(family), by_sequences()};
    fmt::print("{}\n", number == 0 ? "the core as it is" : all_mutants[static_cast<std::size_t>(number) - 1].name);
    print("explore  ", row.explore);
    print("fuzz     ", row.fuzz);
    print("sequences", row.sequences);
    std::fflush(stdout);
    return row;
}

int hunt_one(const std::string& name) {
    for (std::size_t i = 0; i < all_mutants.size(); ++i) {
        if (all_mutants[i].name == name) return hunt(static_cast<int>(i) + 1).caught() ? 0 : 1;
    }
    fmt::print("there is no mutant of the name {}\n", name);
    return 1;
}

std::string content(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

int hunt_all(const std::string& path, bool write) {
    const Row clean = hunt(0);
    std::vector<Row> rows;
    std::string escaped;
    for (std::size_t i = 0; i < all_mutants.size(); ++i) {
        rows.push_back(hunt(static_cast<int>(i) + 1));
        if (!rows.back().caught()) escaped += ' ' + all_mutants[i].name;
    }
    if (write) std::ofstream(path) << page(clean, rows);
    const bool current = content(path) == page(clean, rows);
    if (clean.caught()) fmt::print("something is wrong with the core as it is\n");
    if (!escaped.empty()) fmt::print("not caught:{}\n", escaped);
    if (!current) fmt::print("{} is not up to date: mutant_tests --write {}\n", path, path);
    return !clean.caught() && escaped.empty() && current ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Hunts the mutants of the protocol core.");
    std::string path;
    std::string only;
    bool write = false;
    auto* const page_option = app.add_option("page", path, "MUTANTS.md");
    app.add_option("--only", only, "A mutant's name")->excludes(page_option);
    app.add_flag("--write", write, "Write the page")->needs(page_option);
    CLI11_PARSE(app, argc, argv);
    if (path.empty() == only.empty()) {
        fmt::print("give the page, or --only and a mutant's name\n");
        return 1;
    }
    return path.empty() ? hunt_one(only) : hunt_all(path, write);
}
