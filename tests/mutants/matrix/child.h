// Runs items in a child process, because mutants crash, loop and exhaust memory. The death of the child process is a
// finding about the item.
#pragma once

#include "tests/mutants/mutants.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rmasim::mutants {

// An item to run, and the limit of its processor time.
struct Task {
    std::string item;
    std::uint64_t max_ms = 0;
};

// The progress of a child, in memory that it shares with its parent.
struct Board {
    std::size_t begun = 0;  // number of tasks
    std::size_t ended = 0;
    bool found = false;  // by the task that ended last, after which the child exits
    std::uint64_t runs = 0;
    std::uint64_t used_us = 0;                               // processor time of the task that ended last
    std::array<std::uint64_t, max_mutants + 1> executed{};  // during the child's life
};

// Runs at most `max` tasks from index `first` on, until one of them finds something or kills the process. A task that
// began and did not end has killed the process.
const Board& run_in_child(const std::vector<Task>& tasks, std::size_t first, std::size_t max);

}  // namespace rmasim::mutants
