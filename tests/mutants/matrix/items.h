// What the matrix of suites against mutants asks of a suite: its items (a world, a sequence, a case of the corpus, a
// test of a program), and whether one of them finds something.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::mutants {

struct Item {
    std::string name;
    std::string of;  // by which suites.json selects items, too: the file of a test, the part of the corpus
};

// Before anything else, with the arguments of the program behind those of main.cpp: the suite's name.
void prepare_items(const std::string& suite);

// In the suite's order.
std::vector<Item> list_items();

// If the item finds something: after how many runs, or 0 where nothing is counted. Raises an exception for an item that
// cannot be run at all.
std::optional<std::uint64_t> finds(const std::string& item);

}  // namespace rmasim::mutants
