// memmodel_mutants: checks that the comparison of the checker with the reference model detects each mutant
// (mutants.json) and reports nothing for the unchanged sources. The mutants whose name begins with `reference_` are
// mutants of the reference model. Exit code 1 if a mutant escapes, or if the page is not up to date.
//   memmodel_mutants --repeat MUTANTS.md     only runs the programs that detected a mutant, by its line of the page
//   memmodel_mutants --only NAME MUTANTS.md  hunts the mutant, prints its line and the number of programs; the page
//                                            stays as it is
#include "tests/memmodel/mutant_hunt.h"
#include "tests/mutants/mutants.h"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace rmasim::memmodel_test;
using rmasim::mutants::all_mutants;
using rmasim::mutants::Mutant;

constexpr std::uint64_t max_programs = 100'000;
constexpr std::string_view of_reference = "reference_";

constexpr const char* head = R"(# Mutants of the memory model's checker

Deliberate bugs of `protocol/memmodel` and, named `reference_`, of its reference model ([mutants.json](mutants.json)),
and the first program on which checker and reference model differ because of each of them: a directed one, a game with
the copies of windows, or a random one, by its seed. Each mutant runs in a process of its own. A mutant with which a
program crashes, or does not end, is detected, too. `memmodel_mutants --write MUTANTS.md` hunts them and writes this
page. CI repeats what it lists (`--repeat`); the long tests hunt them all and compare the page.

| mutant | clause | caught by |
|---|---|---|
)";

constexpr const char* head_of_rules = R"(
## Rules broken in the checker or in the reference model

The same rule, broken in the checker and broken in the reference model: the number of programs that were run until the
two differed. A directed program counts once for each order.

| clause | rule | checker: programs | reference model: programs |
|---|---|---|---|
)";

std::string line(const Mutant& mutant, const std::string& by) {
    return "| `" + mutant.name + "` | " + mutant.clause + " | " + by + " |\n";
}

std::string content(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

// The lines of the table of rules. `programs` has, by mutant, the number of programs that were run.
std::string table_of_rules(const std::map<std::string, std::uint64_t>& programs) {
    std::string table = head_of_rules;
    for (const Mutant& mutant : all_mutants) {
        if (!mutant.name.starts_with(of_reference)) continue;
        const auto of_checker = programs.find(mutant.name.substr(of_reference.size()));
        if (of_checker == programs.end()) continue;
        table += fmt::format("| {} | {} | {} | {} |\n", mutant.clause, mutant.why, of_checker->second,
                             programs.at(mutant.name));
    }
    return table;
}

int hunt_all(const std::string& path, bool write, std::uint64_t max) {
    int escaped = 0;
    if (const Detected differs = hunt(0, max); !differs.by.empty()) {
        fmt::print("the unchanged checker differs from the reference model: {}\n", differs.by);
        ++escaped;
    }
    std::string page = head;
    std::map<std::string, std::uint64_t> programs;
    for (std::size_t i = 0; i < all_mutants.size(); ++i) {
        const Detected found = hunt(static_cast<int>(i) + 1, max);
        page += line(all_mutants[i], found.by.empty() ? "nothing" : found.by);
        programs[all_mutants[i].name] = found.programs;
        if (!found.by.empty()) continue;
        fmt::print("not caught: {}\n", all_mutants[i].name);
        ++escaped;
    }
    page += table_of_rules(programs);
    if (write) std::ofstream(path) << page;
    const bool current = content(path) == page;
    if (!current) fmt::print("{} is not up to date: memmodel_mutants --write {}\n", path, path);
    return escaped == 0 && current ? 0 : 1;
}

// Returns 1 if one of the mutants is not detected by as many programs.
int hunt_some(const std::vector<std::string>& names, std::uint64_t max) {
    int escaped = 0;
    for (std::size_t i = 0; i < all_mutants.size(); ++i) {
        if (std::ranges::find(names, all_mutants[i].name) == names.end()) continue;
        const Detected found = hunt(static_cast<int>(i) + 1, max);
        fmt::print("{}{} programs\n", line(all_mutants[i], found.by.empty() ? "nothing" : found.by), found.programs);
        std::fflush(stdout);
        if (found.by.empty()) ++escaped;
    }
    return escaped == 0 ? 0 : 1;
}

// The programs that detected a mutant according to the page; empty if the page does not name it.
std::string caught_before(const std::string& page, const Mutant& mutant) {
    const std::string begin = line(mutant, "");
    const std::size_t at = page.find(begin.substr(0, begin.size() - 3));
    if (at == std::string::npos) return "";
    const std::size_t by = at + begin.size() - 3;
    return page.substr(by, page.find(" |", by) - by);
}

int repeat(const std::string& path) {
    const std::string page = content(path);
    int escaped = 0;
    for (std::size_t i = 0; i < all_mutants.size(); ++i) {
        const std::string by = caught_before(page, all_mutants[i]);
        const bool differs_unchanged = !by.empty() && repeated(0, by);
        if (!by.empty() && !differs_unchanged && repeated(static_cast<int>(i) + 1, by)) continue;
        fmt::print("{}: the page says \"{}\", which {}\n", all_mutants[i].name, by,
                   differs_unchanged ? "fails without it, too" : "does not catch it");
        ++escaped;
    }
    return escaped == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Hunts the mutants of the memory model's checker and of its reference model.");
    std::string path;
    bool write = false;
    bool repeats = false;
    std::vector<std::string> names;
    std::uint64_t programs = max_programs;
    app.add_option("page", path, "MUTANTS.md")->required();
    auto* const write_flag = app.add_flag("--write", write, "Write the page");
    app.add_flag("--repeat", repeats, "Repeat what the page lists")->excludes(write_flag);
    app.add_option("--only", names, "Hunt this mutant only; may be repeated")->excludes(write_flag);
    app.add_option("--programs", programs, "The number of random programs of each kind");
    CLI11_PARSE(app, argc, argv);
    if (!names.empty()) return hunt_some(names, programs);
    return repeats ? repeat(path) : hunt_all(path, write, programs);
}
