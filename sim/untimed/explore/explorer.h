// Explores a small scenario: executes every order of its steps (one of each class of equivalent orders) and collects
// the results.
#pragma once

#include "sim/checkers/invariants/checker.h"
#include "sim/untimed/explore/checkpoints.h"
#include "sim/untimed/explore/end_state.h"
#include "sim/untimed/explore/exploration.h"
#include "sim/untimed/explore/order_independent_expectations.h"
#include "sim/untimed/explore/search.h"
#include "sim/untimed/explore/tally.h"

#include <functional>
#include <memory>

namespace rmasim::sim {

// Returns the kind of failure of a run that has not finished and has no enabled move.
Failure::Kind kind_of_hang(const UntimedWorld& world);
// Returns the kind of failure of a run whose core reached a state that no clause allows. This is a bug, unless
// something was lost before.
Failure::Kind kind_of_trouble(const UntimedWorld& world);
// Returns lines about the loss in a run that lost packets and still reached its end, and about the first violated
// invariant.
std::vector<std::string> words_of_loss(const UntimedWorld& world, const check::Checker& checker);

struct ExploreOptions {
    Reduction reduction = Reduction::dynamic;
    std::uint64_t limit = 0;       // maximum number of runs; 0: no limit
    bool stop_at_failure = false;  // stop at the first failing run
    bool checkpoints = true;       // false: each run repeats all steps before the one where it departs from the
                                   // previous run
};

class Explorer {
public:
    // `scenario` must outlive the explorer. Raises BadInput for a scenario that needs a clock.
    Explorer(const Scenario& scenario, const ExploreOptions& options);
    ~Explorer();

    // Explores all orders. Raises BadInput for argument values out of range; these may occur in some orders only.
    Exploration explore();
    // Explores one piece of a distributed search. `words` of the result is empty; the caller computes it from the
    // orders in `found`. The limit is that of the part.
    Shard explore(const Part& part);

    // Called every thousand steps with the results so far and an estimate of the fraction done (0 to 1). If it returns
    // a reason, the search ends: a whole search at once, without the current execution; a part after the current
    // execution.
    std::function<std::optional<EndedBy>(const Exploration&, double)> on_progress;
    // Returns an estimate of the number of executions, from the first execution; 0 until that has ended. Computed only
    // if `on_progress` is set.
    double executions_guessed() const { return guessed_; }
    // Called at the end of each run, for tests.
    std::function<void(const UntimedWorld&)> on_end;
    std::uint64_t runs_restored() const { return runs_restored_; }  // runs that began at a checkpoint

private:
    enum class End : std::uint8_t { whole, redundant, failed, stopped };
    // Everything that runs change, allocated in the arena.
    struct Stage {
        explicit Stage(const Scenario& scenario);
        Tally tally;
        check::Checker checker;
        UntimedWorld world;
    };
    // Calls the search outside of the arena, because the records of the search must survive the restoring of
    // checkpoints.
    class OwnChoices final : public Choices {
    public:
        explicit OwnChoices(Search& search) : search_(search) {}
        std::size_t pick(std::size_t alternatives) override {
            const Arena::Pause pause;
            return search_.pick(alternatives);
        }

    private:
        Search& search_;
    };
    // Executes runs until `max` executions (0: no limit). Returns false if no run is left.
    bool make_runs(std::uint64_t max_runs);
    std::unique_ptr<Stage> make_stage();
    void begin_run();
    StepResult make_step(const Move& move);
    void note_progress();
    bool note_run(End end);
    End run();
    End fail(Failure::Kind kind, std::vector<std::string> what, Order order);
    End fail_invariant(Order order);
    End end_run();
    void check_end();
    std::uint64_t note_end();  // returns the digest of the end state
    void note_messages();
    void note_elements();
    void note_checked();
    void name_figures();

    const Scenario& scenario_;
    ExploreOptions options_;
    Arena arena_;
    std::unique_ptr<Stage> stage_;
    UntimedWorld& world_;
    check::Checker& checker_;
    Tally& tally_;
    Search search_;
    OwnChoices picks_;
    Checkpoints checkpoints_;
    std::uint64_t runs_restored_ = 0;
    EndStateDigest digest_;
    OrderIndependentExpectations expectations_;
    Exploration found_;
    std::uint32_t steps_unseen_ = 0;    // since the last call of `on_progress`
    std::optional<EndedBy> stopped_{};  // the reason that `on_progress` returned
    double guessed_ = 0;
    bool is_part_ = false;
    std::vector<Move> moves_;
    std::vector<Pool> pools_;
    std::vector<std::uint32_t> high_water_;  // by pool
    std::vector<PoolLevelCounter> counters_;
    std::vector<std::pair<std::uint64_t, Range>> by_kind_;  // ascending
};

}  // namespace rmasim::sim
