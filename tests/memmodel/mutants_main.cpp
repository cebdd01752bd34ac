// memmodel_mutants: checks that the comparison with the reference model detects each mutant of the checker
// (mutants.json) and reports nothing for the unchanged checker. Exit code 1 if not. The reference model is not mutated.
//   memmodel_mutants --repeat MUTANTS.md     only runs the programs that detected a mutant, by its line of the page
//   memmodel_mutants --only NAME MUTANTS.md  hunts the mutant and prints its line; the page stays as it is
#include "tests/memmodel/copies_compare.h"
#include "tests/memmodel/program.h"
#include "tests/mutants/mutants.h"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace rmasim::memmodel_test;
using rmasim::memmodel::Model;
using rmasim::mutants::all_mutants;

constexpr std::uint64_t max_programs = 100'000;
constexpr std::uint64_t max_games = 2'000;  // with the copies of windows
constexpr std::uint64_t orders = 100;       // of a directed program

bool caught_by(const Program& program, std::uint64_t seed) {
    const Events events = execute(program, seed);
    for (const Model model : {Model::separate, Model::unified}) {
        const Pairs found = by_checker(program, events, model);
        const Pairs expected = by_oracle(program, events, model);
        if (found != expected) return true;
        if (by_checker(program, events, model, 1).empty() != expected.empty()) return true;
    }
    return false;
}

bool a_directed_one_catches() {
    for (const Program& program : directed_programs()) {
        for (std::uint64_t seed = 1; seed <= orders; ++seed) {
            if (caught_by(program, seed)) return true;
        }
    }
    return false;
}

bool a_random_one_catches(std::uint64_t seed) {
    return caught_by(random_program(seed), seed * 31) || caught_by(random_attaching_program(seed), seed * 31) ||
           caught_by(random_counter_program(seed), seed * 31) || caught_by(random_lock_program(seed), seed * 31) ||
           caught_by(random_thread_program(seed), seed * 31);
}

// The first program on which the checker says something else than the reference model.
std::optional<std::string> first_caught(std::uint64_t programs) {
    if (a_directed_one_catches()) return "directed";
    for (std::uint64_t seed = 1; seed <= max_games; ++seed) {
        if (copies_differ(seed)) return "copies " + std::to_string(seed);
    }
    for (std::uint64_t seed = 1; seed <= programs; ++seed) {
        if (a_random_one_catches(seed)) return "random " + std::to_string(seed);
    }
    return std::nullopt;
}

// By what caught it before: "random 253". A page with mutants that escaped says "nothing".
bool caught_again(const std::string& by) {
    if (by == "directed") return a_directed_one_catches();
    const std::size_t blank = by.find(' ');
    if (blank == std::string::npos) return false;
    const std::uint64_t seed = std::strtoull(by.c_str() + blank, nullptr, 10);
    return by.starts_with("copies") ? copies_differ(seed).has_value() : a_random_one_catches(seed);
}

constexpr const char* head = R"(# Mutants of the memory model's checker

Deliberate bugs of `protocol/memmodel` ([mutants.json](mutants.json)), and the first program on which each of them says
something else than the reference model: a directed one, a game with the copies of windows, or a random one, by its
seed. `memmodel_mutants --write MUTANTS.md` hunts them and writes this page. CI repeats what it lists (`--repeat`); the
long tests hunt them all and compare the page.

| mutant | clause | caught by |
|---|---|---|
)";

std::string line(const rmasim::mutants::Mutant& mutant, const std::string& by) {
    return "| `" + mutant.name + "` | " + mutant.clause + " | " + by + " |\n";
}

std::string content(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

int hunt_all(const std::string& path, bool write) {
    int escaped = 0;
    if (const auto differs = first_caught(max_programs)) {
        fmt::print("the checker as it is differs from the reference model: {}\n", *differs);
        ++escaped;
    }
    std::string page = head;
    for (std::size_t i = 0; i < all_mutants.size(); ++i) {
        const rmasim::mutants::Awake awake(static_cast<int>(i) + 1);
        const auto by = first_caught(max_programs);
        page += line(all_mutants[i], by.value_or("nothing"));
        if (by) continue;
        fmt::print("not caught: {}\n", all_mutants[i].name);
        ++escaped;
    }
    if (write) std::ofstream(path) << page;
    const bool current = content(path) == page;
    if (!current) fmt::print("{} is not up to date: memmodel_mutants --write {}\n", path, path);
    return escaped == 0 && current ? 0 : 1;
}

// Returns 1 if one of the mutants is not detected by as many programs.
int hunt_some(const std::vector<std::string>& names, std::uint64_t programs) {
    int escaped = 0;
    for (std::size_t i = 0; i < all_mutants.size(); ++i) {
        if (std::ranges::find(names, all_mutants[i].name) == names.end()) continue;
        const rmasim::mutants::Awake awake(static_cast<int>(i) + 1);
        const auto by = first_caught(programs);
        fmt::print("{}", line(all_mutants[i], by.value_or("nothing")));
        std::fflush(stdout);
        if (!by) ++escaped;
    }
    return escaped == 0 ? 0 : 1;
}

// The programs that detected a mutant according to the page; empty if the page does not name it.
std::string caught_before(const std::string& page, const rmasim::mutants::Mutant& mutant) {
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
        const bool caught_as_it_is = !by.empty() && caught_again(by);
        const rmasim::mutants::Awake awake(static_cast<int>(i) + 1);
        if (!by.empty() && !caught_as_it_is && caught_again(by)) continue;
        fmt::print("{}: the page says \"{}\", which {}\n", all_mutants[i].name, by,
                   caught_as_it_is ? "fails without it, too" : "does not catch it");
        ++escaped;
    }
    return escaped == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Hunts the mutants of the memory model's checker.");
    std::string path;
    bool write = false;
    bool repeats = false;
    std::vector<std::string> names;
    std::uint64_t programs = max_programs;
    app.add_option("page", path, "MUTANTS.md")->required();
    auto* const write_flag = app.add_flag("--write", write, "Write the page");
    app.add_flag("--repeat", repeats, "Repeat what the page lists")->excludes(write_flag);
    app.add_option("--only", names, "Hunt this mutant only; may be repeated")->excludes(write_flag);
    app.add_option("--programs", programs, "With --only: so many programs");
    CLI11_PARSE(app, argc, argv);
    if (!names.empty()) return hunt_some(names, programs);
    return repeats ? repeat(path) : hunt_all(path, write);
}
