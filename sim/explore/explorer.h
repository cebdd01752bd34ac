// Plays every order of a small scenario's steps, as far as orders differ, and says what it saw.
#pragma once

#include "sim/check/checker.h"
#include "sim/explore/end_state.h"
#include "sim/explore/exploration.h"
#include "sim/explore/hoped_for.h"
#include "sim/explore/search.h"
#include "sim/explore/tally.h"

#include <functional>

namespace rmasim::sim {

// What it is called when nothing moves in a world that is not at its end.
Failure::Kind kind_of_standstill(const UntimedWorld& world);

struct ExploreOptions {
    Reduction reduction = Reduction::dynamic;
    std::uint64_t limit = 0;       // runs at most; 0: no limit
    bool stop_at_failure = false;  // the first failing run ends the exploration
};

class Explorer {
public:
    // `scenario` outlives the explorer. Raises BadInput for a scenario that has no place in a world without a clock.
    Explorer(const Scenario& scenario, const ExploreOptions& options);

    // Raises BadInput for argument values out of range, which may show in some orders only.
    Exploration explore();

    // Called now and then: the exploration so far, and how much of it is done (0 to 1, an estimate).
    std::function<void(const Exploration&, double)> on_progress;

private:
    enum class End : std::uint8_t { whole, redundant, failed };
    End run();
    End fail(Failure::Kind kind, std::vector<std::string> what, Order order);
    End fail_invariant(Order order);
    End end_run();
    std::uint64_t note_end();  // its digest
    void note_messages();
    void note_elements();
    void name_figures();

    const Scenario& scenario_;
    ExploreOptions options_;
    Tally tally_;
    check::Checker checker_;
    UntimedWorld world_;
    Search search_;
    EndStateDigest digest_;
    HopedFor hoped_for_;
    Exploration found_;
    std::vector<Move> moves_;
    std::vector<Pool> pools_;
    std::vector<std::uint32_t> high_water_;  // by pool
    std::vector<PoolLevelCounter> counters_;
    std::vector<std::pair<std::uint64_t, Range>> by_kind_;  // ascending
};

}  // namespace rmasim::sim
