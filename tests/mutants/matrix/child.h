// Runs items in a child process, because mutants crash, loop and exhaust memory. If the child process dies, this is a
// finding of the item.
#pragma once

#include "tests/mutants/mutants.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rmasim::mutants {

// An item to run, and its maximum processor time.
struct Task {
    std::string item;
    std::uint64_t max_ms = 0;
};

// The progress of a child, in memory that it shares with its parent.
struct Board {
    std::size_t begun = 0;  // number of tasks that have begun
    std::size_t ended = 0;
    bool found = false;  // true if the last task that ended has a finding; the child process then exits
    std::uint64_t runs = 0;
    std::uint64_t used_us = 0;                              // processor time of the last task that ended
    std::array<std::uint64_t, max_mutants + 1> executed{};  // since the start of the child process
};

// Runs at most `max` tasks from index `first` on, until a task has a finding or kills the child process. If a task has
// begun and not ended, it has killed the process.
const Board& run_in_child(const std::vector<Task>& tasks, std::size_t first, std::size_t max);

}  // namespace rmasim::mutants
