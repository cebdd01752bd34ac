// Explores a small scenario and collects the results. With reduction, executes one order of each class of equivalent
// orders of its steps. Without reduction, executes every order.
#pragma once

#include "sim/checkers/invariants/checker.h"
#include "sim/untimed/explore/checkpoints.h"
#include "sim/untimed/explore/confirm.h"
#include "sim/untimed/explore/end_state.h"
#include "sim/untimed/explore/exploration.h"
#include "sim/untimed/explore/order_independent_expectations.h"
#include "sim/untimed/explore/order_source.h"
#include "sim/untimed/explore/search.h"
#include "sim/untimed/explore/tally.h"
#include "sim/untimed/world/explored_world.h"

#include <functional>
#include <memory>

namespace rmasim::sim {

// The programs of an exploration, if they are not those of the scenario.
class ExploredPrograms {
public:
    virtual ~ExploredPrograms() = default;
    // Creates the world, in the arena of the explorer. The world reports its events to both arguments.
    virtual std::unique_ptr<ExploredWorld> make_world(check::Checker& checker, Tally& tally) = 0;
    // Returns the memory of the programs that a run changes.
    virtual OutsideState& state() = 0;
};

struct ExploreOptions {
    Reduction reduction = Reduction::dynamic;
    std::uint64_t limit = 0;       // maximum number of runs; 0: no limit
    bool stop_at_failure = false;  // stop at the first failing run
    // If false, each run repeats all steps before the first step in which it differs from the previous run.
    bool checkpoints = true;
    bool calm = false;  // barriers are calm (sim/untimed/world/calm_barriers.h)
    // Chooses `limit` orders, which are executed instead of all orders. Null: all orders. It must outlive the explorer.
    OrderSource* orders = nullptr;
};

class Explorer {
public:
    // `scenario` must outlive the explorer. Raises BadInput for a scenario that needs a clock.
    Explorer(const Scenario& scenario, const ExploreOptions& options);
    // Explores programs that run in this process. The checkpoints are needed for that: no run can start anew.
    // `programs` must outlive the explorer.
    Explorer(const Scenario& scenario, const ExploreOptions& options, ExploredPrograms& programs);
    ~Explorer();

    // Explores all orders.
    Exploration explore();
    // Explores one part of a distributed search, up to the part's maximum number of executions. `Shard::words` of the
    // result is empty: the caller must compute these texts from the orders in `Shard::found`.
    Shard explore(const Part& part);

    // Called every thousand steps with the results so far and an estimate of the finished fraction (0 to 1). If this
    // function returns a reason, the search ends. A search of all orders ends at once, without the current execution.
    // The search of a part ends after the current execution.
    std::function<std::optional<EndedBy>(const Exploration&, double)> on_progress;
    // Returns the texts of the steps of an order (schedule.h). Must be called after the exploration, of programs that
    // run.
    std::vector<std::string> order_in_words(const Order& order);
    // Repeats an order of programs that run, from the initial state. Returns the digest of the end state; nullopt if a
    // step is not enabled.
    std::optional<std::uint64_t> repeat(const Order& order);
    // Repeats an order of a search with calm barriers by packets (confirm.h). Must be called after the exploration, of
    // programs that run.
    PacketOrder by_packets(const std::vector<std::string>& steps);
    // Returns an estimate of the number of executions of the search, computed from the first execution. Returns 0
    // before the end of the first execution, and if `on_progress` is not set.
    double executions_guessed() const { return guessed_; }
    // Called at the end of each run, for tests.
    std::function<void(const ExploredWorld&)> on_end;
    std::uint64_t runs_restored() const { return runs_restored_; }  // runs that began at a checkpoint

private:
    enum class End : std::uint8_t { whole, redundant, failed, stopped };
    // The objects that a run changes. All of them are allocated in `arena_`, so restoring a checkpoint restores them.
    struct Stage {
        // `programs` is null if the programs are those of the scenario.
        Stage(const Scenario& scenario, ExploredPrograms* programs);
        Tally tally;
        check::Checker checker;
        std::unique_ptr<ExploredWorld> world;
    };
    // Passes each choice inside a step (choices.h) to the search. Memory that the search allocates meanwhile is outside
    // of `arena_`, because restoring a checkpoint must not change the data of the search.
    class OwnChoices final : public Choices {
    public:
        // `orders` may be null.
        OwnChoices(Search& search, OrderSource* orders) : search_(search), orders_(orders) {}
        std::size_t pick(std::size_t alternatives) override {
            const Arena::Pause pause;
            if (orders_ == nullptr) return search_.pick(alternatives);
            return search_.add_pick(orders_->pick(alternatives), alternatives);
        }

    private:
        Search& search_;
        OrderSource* orders_;
    };
    // Executes runs until the search has executed `max_runs` runs in total (0: no limit). Returns false if no run is
    // left.
    bool make_runs(std::uint64_t max_runs);
    Explorer(const Scenario& scenario, const ExploreOptions& options, ExploredPrograms* programs);
    std::unique_ptr<Stage> make_stage();
    void begin_run();
    bool next_run();
    const Move* next_move();
    StepResult make_step(const Move& move);
    void note_progress();
    bool note_run(End end);
    End run();
    // Records a failure. `end` is the end state of the run; null if the run ended inside of a step.
    End fail(Failure::Kind kind, std::vector<std::string> what, Order order, EndState* end = nullptr);
    End fail(Failure failure, EndState* end);
    End end_run();
    void check_end();
    std::uint64_t note_end();  // returns the digest of the end state
    void note_messages();
    void note_elements();
    void note_checked();
    void name_figures();

    const Scenario& scenario_;
    ExploreOptions options_;
    ExploredPrograms* programs_;  // null if the programs are those of the scenario
    Arena arena_;
    std::unique_ptr<Stage> stage_;
    ExploredWorld& world_;
    check::Checker& checker_;
    Tally& tally_;
    Search search_;
    OwnChoices picks_;
    Checkpoints checkpoints_;
    std::uint64_t runs_restored_ = 0;
    EndStateDigest digest_;
    OrderIndependentExpectations expectations_;
    Exploration found_;
    std::uint32_t steps_unseen_ = 0;    // number of steps since the last call of `on_progress`
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
