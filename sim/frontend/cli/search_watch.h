// Watches a search while it goes on: shows how far it is, says when it cannot end, and ends it after the time limit or
// an interrupt.
#pragma once

#include "sim/frontend/cli/commands.h"
#include "sim/frontend/cli/progress_line.h"
#include "sim/untimed/explore/exploration.h"

#include <chrono>
#include <optional>

namespace rmasim::sim {

class SearchWatch {
public:
    // The time begins now.
    explicit SearchWatch(const ExploreOptionsOfUser& options);

    // `found`: the results so far; `done`: the fraction of the tree as it is known that has been searched, 0 to 1;
    // `guessed`: a guess of the number of executions, 0 while there is none. Returns why the search has to end.
    std::optional<EndedBy> look(const Exploration& found, double done, double guessed);
    // Removes the line of progress.
    void clear() { progress_.clear(); }
    double elapsed_s() const;

private:
    using Clock = std::chrono::steady_clock;
    void say_whether_it_ends(double guessed, double rate);

    std::uint64_t limit_;                 // executions; 0: none
    std::optional<std::int64_t> time_s_;  // the time limit
    Clock::time_point began_ = Clock::now();
    ProgressLine progress_;
    bool outlook_given_ = false;
};

}  // namespace rmasim::sim
