// Runs items of a suite, with a mutant of the core or without, for matrix.py. The programs matrix_* have this main:
//
//
//  matrix_NAME SUITE list         the suite's items: its file or part, a tab, its name
//  matrix_NAME SUITE reach        runs each item and prints, separated by tabs: found, died or - (its result in the
//                                 core without a mutant), the number of executions of mutants' locations, its
//                                 processor time in ms, the numbers of the mutants, its name
//  matrix_NAME SUITE find MOST    runs items until MOST of them have found something, and prints those: the number of
//                                 runs, a tab, the name
//
// The last two read items from the standard input: a limit of processor time in ms, a tab, the name. RMASIM_MUTANT is
// the name of the mutant; without it, the core has no mutant. Exit code 2 if there is no such mutant.
#include "tests/mutants/matrix/child.h"
#include "tests/mutants/matrix/items.h"
#include "tests/mutants/mutants.h"

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <stdexcept>

namespace {

using namespace rmasim::mutants;

void select_mutant() {
    const char* const name = std::getenv("RMASIM_MUTANT");
    if (name == nullptr) return;
    for (std::size_t i = 0; i < all_mutants.size(); ++i) {
        if (all_mutants[i].name == name) on = static_cast<int>(i) + 1;
    }
    if (on == 0) throw std::invalid_argument(fmt::format("RMASIM_MUTANT: there is no mutant of the name {}", name));
}

std::vector<Task> read_tasks() {
    std::vector<Task> tasks;
    std::uint64_t max_ms = 0;
    for (std::string name; std::cin >> max_ms && std::cin.get() == '\t' && std::getline(std::cin, name);) {
        tasks.push_back({name, max_ms});
    }
    if (!std::cin.eof()) throw std::invalid_argument("standard input: wanted are lines of a limit, a tab and an item");
    return tasks;
}

void list() {
    for (const Item& item : list_items()) fmt::print("{}\t{}\n", item.of, item.name);
}

// Runs each item in a process of its own, so that initialisation is counted for each.
void reach() {
    const auto before = executed;
    const std::vector<Task> tasks = read_tasks();
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const Board& board = run_in_child(tasks, i, 1);
        std::string numbers;
        for (std::size_t number = 1; number <= all_mutants.size(); ++number) {
            if (board.executed[number] + before[number] == 0) continue;
            numbers += (numbers.empty() ? "" : ",") + std::to_string(number);
        }
        const auto times = std::accumulate(board.executed.begin(), board.executed.end(), std::uint64_t{0});
        const char* const how = board.ended == 0 ? "died" : board.found ? "found" : "-";
        fmt::print("{}\t{}\t{}\t{}\t{}\n", how, times, board.used_us / 1000, numbers, tasks[i].item);
        std::fflush(stdout);
    }
}

void find(std::size_t max) {
    const std::vector<Task> tasks = read_tasks();
    for (std::size_t i = 0; i < tasks.size() && max > 0;) {
        const Board& board = run_in_child(tasks, i, tasks.size());
        const bool died = board.ended < board.begun;
        if (board.begun == 0) throw std::runtime_error("a process ended before its first item");
        i += board.begun;
        if (!died && !board.found) break;
        fmt::print("{}\t{}\n", board.runs, tasks[i - 1].item);
        std::fflush(stdout);
        --max;
    }
}

int usage() {
    fmt::print(stderr, "wanted: SUITE list, SUITE reach or SUITE find MOST\n");
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() < 2) return usage();
    try {
        select_mutant();
        prepare_items(words[0]);
        if (words[1] == "list" && words.size() == 2) list();
        else if (words[1] == "reach" && words.size() == 2) reach();
        else if (words[1] == "find" && words.size() == 3) find(std::stoul(words[2]));
        else return usage();
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
    return 0;
}
