// Runs items in a child process, because mutants crash, loop and take all memory: the end of the process that an item
// causes is a finding.
#pragma once

#include "tests/mutants/mutants.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rmasim::mutants {

// An item to run, and for how much processor time at most.
struct Task {
    std::string item;
    std::uint64_t max_ms = 0;
};

// What a child has done, in memory that it shares with its parent.
struct Board {
    std::size_t begun = 0;  // tasks
    std::size_t ended = 0;
    bool found = false;  // by the task that ended last: the child ends then
    std::uint64_t runs = 0;
    std::uint64_t used_us = 0;                               // processor time of the task that ended last
    std::array<std::uint64_t, max_mutants + 1> executed{};  // during the child's life
};

// Runs tasks from the position `first` on, at most `most`, until one of them finds something or ends the process.
// A task that began and did not end is one that ended the process.
const Board& run_in_child(const std::vector<Task>& tasks, std::size_t first, std::size_t most);

}  // namespace rmasim::mutants
