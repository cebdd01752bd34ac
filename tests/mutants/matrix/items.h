// The interface of a suite for the matrix of suites against mutants: its items (a world, a sequence, a case of the
// corpus, a test of a program), and a function that runs one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::mutants {

struct Item {
    std::string name;
    std::string of;  // name by which suites.json also selects items: the file of a test, the part of the corpus
};

// Must be called before all others, with the program's arguments behind those of main.cpp: the suite's name.
void prepare_items(const std::string& suite);

// Returns the items in the suite's order.
std::vector<Item> list_items();

// Runs the item. If it finds something, returns the number of runs until then, or 0 if they are not counted. Raises an
// exception for an item that cannot be run.
std::optional<std::uint64_t> finds(const std::string& item);

}  // namespace rmasim::mutants
