// The supervision of a search: it shows the progress, warns if the search is too large, and ends the search after the
// time limit or an interrupt.
#pragma once

#include "sim/frontend/cli/commands.h"
#include "sim/frontend/cli/progress_line.h"
#include "sim/untimed/explore/exploration.h"

#include <chrono>
#include <optional>

namespace rmasim::sim {

class SearchWatch {
public:
    // Starts the clock.
    explicit SearchWatch(const ExploreOptionsOfUser& options);

    // Updates the progress. `found`: the results so far. `done`: the searched fraction of the known tree, 0 to 1.
    // `guessed`: an estimate of the number of executions; 0: none yet. Returns a reason if the search must end.
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
