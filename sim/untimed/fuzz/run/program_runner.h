// Runs a random program in many orders, with the protocol's real code. Compares each run with the sequential model, and
// checks all invariants.
#pragma once

#include "sim/checkers/invariants/checker.h"
#include "sim/untimed/fuzz/program/counter_model.h"
#include "sim/untimed/fuzz/program/random_program.h"
#include "sim/untimed/fuzz/run/live_check.h"
#include "sim/untimed/world/order.h"
#include "sim/untimed/world/untimed_world.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::fuzz {

enum class Symptom : std::uint8_t {
    invariant,  // a checked invariant is violated
    protocol,   // an assertion in the protocol's code failed
    erroneous,  // the protocol's code reports a legal program as erroneous
    stuck,      // calls wait, and no move is enabled
    cause,      // a fault keeps the run from finishing, but the report names another cause
    memory,     // memory differs from the sequential model: after a call that guarantees the contents, or at the end
    endless,    // step limit exceeded
    semantics,  // the memory-semantics checker reports a legal program as erroneous
    counters,   // synchronisation counters have wrong final values
    loads,      // a load returns a value that the program does not allow
};
std::string_view name_of(Symptom symptom);

struct Finding {
    Symptom symptom = Symptom::invariant;
    std::string rule;               // the violated invariant
    std::vector<std::string> what;  // lines of text; the first is a summary
    sim::Order order;               // the steps up to the failure
};

// The steps of a run. The steps are converted to an Order only if the run has a finding; otherwise only their number is
// used.
class MadeSteps {
public:
    void clear() {
        moves_.clear();
        picks_.clear();
    }
    void add(const sim::Move& move) { moves_.push_back(move); }
    // Adds a pick (a choice inside a step, choices.h) of the step that was added last.
    void add(sim::Pick pick) { picks_.push_back({moves_.size(), pick}); }
    std::size_t size() const { return moves_.size(); }
    sim::Order order() const;

private:
    struct PickInStep {
        std::size_t step;  // from 1
        sim::Pick pick;
    };
    std::vector<sim::Move> moves_;
    std::vector<PickInStep> picks_;
};

// Forwards each choice inside a step to another Choices object, and records the choice.
class RecordedPicks final : public sim::Choices {
public:
    // Both arguments must outlive this object.
    RecordedPicks(sim::Choices& chooser, MadeSteps& made) : chooser_(chooser), made_(made) {}
    std::size_t pick(std::size_t alternatives) override {
        const std::size_t taken = chooser_.pick(alternatives);
        made_.add(sim::Pick{static_cast<std::uint16_t>(taken), static_cast<std::uint16_t>(alternatives)});
        return taken;
    }

private:
    sim::Choices& chooser_;
    MadeSteps& made_;
};

class ProgramRunner {
public:
    // `program` must outlive this object.
    explicit ProgramRunner(const RandomProgram& program);

    // Must be called after the settings or the faults of the program have changed: the following runs use the new
    // values. The order in which the settings require accumulates to be applied must not have changed.
    void use_settings() {
        scenario_.protocol = program_.settings;
        scenario_.faults = fault_settings_of(program_);
    }
    // If `only` is true, memory is compared with the sequential model only at the end of a run. If `only` is false,
    // memory is also compared whenever a call returns that guarantees the contents of memory.
    void judge_at_the_end(bool only) { at_the_end_ = only || program_.propagation != sim::Propagation::eager; }
    // Executes one run, with an order generated from `seed`.
    std::optional<Finding> run(std::uint64_t seed);
    // `scheduler` returns the plan of the last run, and `steps` returns the number of its steps.
    const std::string& scheduler() const { return scheduler_; }
    std::size_t steps() const { return made_.size(); }
    // Returns the known defect of the simulated MPI library that ended the last run, as the family's process recorded
    // it. Returns an empty string if no such defect ended the run.
    const std::string& fault() const { return fault_; }

    const sim::Scenario& scenario() const { return scenario_; }

private:
    Finding failed(Symptom symptom, std::vector<std::string> what) {
        return {symptom, "", std::move(what), made_.order()};
    }
    Finding failed(const sim::check::Violation& violation) {
        return {Symptom::invariant, std::string(name_of(violation.which)), {violation.what}, made_.order()};
    }
    void begin_run();
    std::optional<Finding> judge_end(const sim::UntimedWorld& world, sim::check::Checker& checker,
                                     sim::StepResult result);
    std::optional<Finding> unless_known(const sim::UntimedWorld& world, std::optional<Finding> finding);
    std::optional<Finding> judge_hang(const sim::UntimedWorld& world);
    std::optional<Finding> compare(const sim::UntimedWorld& world);
    std::optional<Finding> compare_counters(const sim::UntimedWorld& world);

    const RandomProgram& program_;
    sim::Scenario scenario_;
    std::vector<std::vector<std::byte>> expected_;  // [rank * windows + window]; the window of results is last
    CallsOfRanks calls_;
    CounterModel counters_;
    bool at_the_end_ = false;
    // The state of the current run. The object `world_` is reused in all runs. `settings_` must exist as long as the
    // processes that were created with these settings.
    std::optional<LiveCheck> live_;
    std::optional<sim::check::Checker> checker_;
    std::shared_ptr<const sim::ProtocolSettings> settings_;
    std::optional<sim::UntimedWorld> world_;
    std::vector<sim::Move> moves_;
    MadeSteps made_;
    std::string scheduler_;
    std::string fault_;
};

}  // namespace rmasim::fuzz
