// Runs a small scenario in every order of its steps (one of each class of equivalent orders) and collects the results.
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

// How a run failed that has no step left but has not finished.
Failure::Kind kind_of_standstill(const UntimedWorld& world);
// How a run failed whose core met what no clause allows: a bug, unless something was lost before.
Failure::Kind kind_of_trouble(const UntimedWorld& world);
// The loss in a run that lost packets and yet came to its end, and the first invariant that was violated.
std::vector<std::string> words_of_loss(const UntimedWorld& world, const check::Checker& checker);

struct ExploreOptions {
    Reduction reduction = Reduction::dynamic;
    std::uint64_t limit = 0;       // maximum number of runs; 0: no limit
    bool stop_at_failure = false;  // stop at the first failing run
    bool checkpoints = true;       // false: each run repeats all steps before the one where it departs
};

class Explorer {
public:
    // `scenario` outlives the explorer. Raises BadInput for a scenario that needs a clock.
    Explorer(const Scenario& scenario, const ExploreOptions& options);
    ~Explorer();

    // Raises BadInput for argument values out of range; these may occur in some orders only.
    Exploration explore();
    // One piece of a search in parts; its words are left to the caller, who finds the orders in `found`. The limit is
    // that of the part.
    Piece explore(const Part& part);

    // Called every thousand steps with the results so far and an estimate of the fraction done (0 to 1). If it returns
    // a reason, the search ends: the whole search at once, without the execution it is in; a part after it.
    std::function<std::optional<EndedBy>(const Exploration&, double)> on_progress;
    // A guess of the number of executions, from the first one; 0 until it has ended. Only with `on_progress`.
    double executions_guessed() const { return guessed_; }
    // For tests, at the end of each run.
    std::function<void(const UntimedWorld&)> on_end;
    std::uint64_t runs_gone_back() const { return gone_back_; }  // to a checkpoint, in place of beginning anew

private:
    enum class End : std::uint8_t { whole, redundant, failed, stopped };
    // All that runs change; in the arena.
    struct Stage {
        explicit Stage(const Scenario& scenario);
        Tally tally;
        check::Checker checker;
        UntimedWorld world;
    };
    // What the search remembers is outside of the arena.
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
    // Until `most` executions (0: no limit); false if none is left.
    bool make_runs(std::uint64_t most);
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
    std::uint64_t gone_back_ = 0;
    EndStateDigest digest_;
    OrderIndependentExpectations expectations_;
    Exploration found_;
    std::uint32_t steps_unseen_ = 0;    // since `on_progress` was called last
    std::optional<EndedBy> stopped_{};  // by it
    double guessed_ = 0;
    bool is_part_ = false;
    std::vector<Move> moves_;
    std::vector<Pool> pools_;
    std::vector<std::uint32_t> high_water_;  // by pool
    std::vector<PoolLevelCounter> counters_;
    std::vector<std::pair<std::uint64_t, Range>> by_kind_;  // ascending
};

}  // namespace rmasim::sim
