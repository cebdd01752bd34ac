// The interface of a suite for the matrix of suites and mutants. A suite has items (a world, a sequence, a case of the
// corpus, a test of a program) and a function that runs one item.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::mutants {

struct Item {
    std::string name;
    std::string of;  // a name by which suites.json also selects items: the file of a test, or the part of the corpus
};

// Must be called before the other functions. The argument is the suite's name. On the command line, it follows the
// arguments of main.cpp.
void prepare_items(const std::string& suite);

// Returns the items in the suite's order.
std::vector<Item> list_items();

// Runs the item. If the item has a finding, returns the number of runs until the finding, or 0 if runs are not counted.
// Raises an exception if the item cannot be run.
std::optional<std::uint64_t> finds(const std::string& item);

}  // namespace rmasim::mutants
