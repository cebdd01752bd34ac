// The supervision of a search. It shows the progress, warns if the search is too large, and ends the search at the time
// limit or after an interrupt.
#pragma once

#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/cli/explore/progress_line.h"
#include "sim/untimed/explore/exploration.h"

#include <chrono>
#include <optional>

namespace rmasim::sim {

class SearchWatch {
public:
    // Starts the clock.
    explicit SearchWatch(const ExploreOptionsOfUser& options);

    // Updates the progress. `found` has the results so far. `done` is the fraction, from 0 to 1, of the known part of
    // the search tree that was searched. `guessed` is an estimate of the number of executions, or 0 before there is an
    // estimate. The function returns a reason if the search must end.
    std::optional<EndedBy> look(const Exploration& found, double done, double guessed);
    // Removes the line that shows the progress.
    void clear() { progress_.clear(); }
    double elapsed_s() const;

private:
    using Clock = std::chrono::steady_clock;
    void say_whether_it_ends(double guessed, double rate);

    std::uint64_t limit_;                 // the maximum number of executions; 0 for no limit
    std::optional<std::int64_t> time_s_;  // the time limit; nullopt for no limit
    Clock::time_point began_ = Clock::now();
    ProgressLine progress_;
    bool outlook_given_ = false;
};

}  // namespace rmasim::sim
