// mutant_tests: tests that explore, fuzz or the sequences catch each mutant of the core, and find nothing in the core
// without a mutant.
//
//
//  mutant_tests MUTANTS.md           exit code 1 if a mutant is not caught, if something is found without a mutant,
//                                    or if the page differs from the results
//  mutant_tests --write MUTANTS.md   writes the page
//  mutant_tests --repeat MUTANTS.md  only the worlds, programs and sequences that caught a mutant, by its line of the
//                                    page: a tenth of the time, because most time is spent on hunts that find nothing
//  mutant_tests --renew MUTANTS.md   writes the page after a change of random programs: hunts with all of them, but of
//                                    the worlds and sequences repeats only those that the page lists for a mutant
//  mutant_tests --only NAME          hunts one
#include "tests/mutants/mutants.h"
#include "tests/mutants/table.h"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <fstream>
#include <map>
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

Row hunt_as(const Recorded& recorded, int number) {
    const Awake mutant(number);
    const std::string& family = all_mutants[static_cast<std::size_t>(number) - 1].family;
    Row row;
    if (!recorded.world.empty()) row.explore = by_explore(family, recorded.world);
    if (recorded.fuzz_runs > 0) row.fuzz = by_fuzz(family, recorded.fuzz_runs);
    if (!recorded.sequence.empty()) row.sequences = by_sequences(recorded.sequence);
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

// Returns the lines of the page, by the mutant's name.
std::map<std::string, std::string> lines_of(const std::string& path) {
    std::stringstream text(content(path));
    std::map<std::string, std::string> lines;
    for (std::string text_line; std::getline(text, text_line);) {
        if (text_line.starts_with("| `")) lines[text_line.substr(3, text_line.find('`', 3) - 3)] = text_line + '\n';
    }
    return lines;
}

// Returns 1 if a mutant is not caught.
int renew(const std::string& path) {
    const std::map<std::string, std::string> lines = lines_of(path);
    const Row clean = hunt(0);
    std::vector<Row> rows;
    bool all_caught = !clean.caught();
    for (std::size_t i = 0; i < all_mutants.size(); ++i) {
        const auto number = static_cast<int>(i) + 1;
        const auto known = lines.find(all_mutants[i].name);
        if (known == lines.end()) {
            rows.push_back(hunt(number));
        } else {
            Recorded found = recorded(known->second);
            found.fuzz_runs = max_fuzz_runs;
            rows.push_back(hunt_as(found, number));
        }
        if (rows.back().caught()) continue;
        fmt::print("not caught: {}\n", all_mutants[i].name);
        all_caught = false;
    }
    std::ofstream(path) << page(clean, rows);
    return all_caught ? 0 : 1;
}

// Checks the page's line of each mutant by repeating the findings that it lists.
int repeat(const std::string& path) {
    std::map<std::string, std::string> lines = lines_of(path);
    bool all_current = lines.size() == all_mutants.size();
    if (!all_current) fmt::print("{} lists {} of {} mutants\n", path, lines.size(), all_mutants.size());
    for (std::size_t i = 0; i < all_mutants.size(); ++i) {
        const Mutant& mutant = all_mutants[i];
        const std::string& said = lines[mutant.name];
        const Row row = said.empty() ? Row{} : hunt_as(recorded(said), static_cast<int>(i) + 1);
        if (row.caught() && line(mutant, row) == said) continue;
        fmt::print("{}\n  the page: {}  now:      {}", mutant.name, said, line(mutant, row));
        all_current = false;
    }
    if (!all_current) fmt::print("{} is not up to date: mutant_tests --write {}\n", path, path);
    return all_current ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Hunts the mutants of the protocol core.");
    std::string path;
    std::string only;
    bool write = false;
    bool repeats = false;
    bool renews = false;
    auto* const page_option = app.add_option("page", path, "MUTANTS.md");
    app.add_option("--only", only, "A mutant's name")->excludes(page_option);
    auto* const write_flag = app.add_flag("--write", write, "Write the page")->needs(page_option);
    app.add_flag("--repeat", repeats, "Repeat what the page lists")->needs(page_option)->excludes(write_flag);
    app.add_flag("--renew", renews, "Write the page; hunt again only with random programs")
        ->needs(page_option)
        ->excludes(write_flag);
    CLI11_PARSE(app, argc, argv);
    if (path.empty() == only.empty()) {
        fmt::print("give the page, or --only and a mutant's name\n");
        return 1;
    }
    if (repeats) return repeat(path);
    if (renews) return renew(path);
    return path.empty() ? hunt_one(only) : hunt_all(path, write);
}
