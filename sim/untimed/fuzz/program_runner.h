// Runs a random program on the real core in many orders, and checks it against the sequential model and all invariants.
#pragma once

#include "sim/checkers/invariants/checker.h"
#include "sim/untimed/fuzz/counter_model.h"
#include "sim/untimed/fuzz/live_check.h"
#include "sim/untimed/fuzz/random_program.h"
#include "sim/untimed/world/order.h"
#include "sim/untimed/world/untimed_world.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::fuzz {

enum class Symptom : std::uint8_t {
    invariant,  // an invariant of the checker is violated
    protocol,   // the core broke a rule of its own
    erroneous,  // the core reports a legal program as erroneous
    stuck,      // calls wait, and no move is possible
    cause,      // the run cannot finish because of a fault, but the report names another cause
    memory,     // memory differs from the sequential model, at a call that guarantees it or at the end
    endless,    // step limit exceeded
    semantics,  // the memory-semantics checker says that a legal program is erroneous
    counters,   // synchronisation counters at the end
    loads,      // a load finds another value than the program allows
};
std::string_view name_of(Symptom symptom);

struct Finding {
    Symptom symptom = Symptom::invariant;
    std::string rule;               // the violated invariant
    std::vector<std::string> what;  // lines of text; the first is a summary
    sim::Order order;               // the steps up to the failure
};

// The steps of a run. Of a run that found nothing only their number matters, so they become an order only if asked.
class MadeSteps {
public:
    void clear() {
        moves_.clear();
        picks_.clear();
    }
    void add(const sim::Move& move) { moves_.push_back(move); }
    // In the step that was added last.
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

// Records what another chooser picks.
class RecordedPicks final : public sim::Choices {
public:
    // Both must outlive this object.
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

    // Applies changed settings and faults of the program to the following runs. Whether accumulates are ordered must
    // not change.
    void use_settings() {
        scenario_.protocol = program_.settings;
        scenario_.faults = fault_settings_of(program_);
    }
    // Compares memory only at the end of a run, not at the calls that guarantee something.
    void judge_at_the_end(bool only) { at_the_end_ = only || program_.propagation != sim::Propagation::eager; }
    // Makes one run, with an order drawn from `seed`.
    std::optional<Finding> run(std::uint64_t seed);
    // Of the last run.
    const std::string& scheduler() const { return scheduler_; }
    std::size_t steps() const { return made_.size(); }
    // The fault of the implementation that the family records, if the last run ended in one; otherwise empty.
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
    std::optional<Finding> judge_standstill(const sim::UntimedWorld& world);
    std::optional<Finding> compare(const sim::UntimedWorld& world);
    std::optional<Finding> compare_counters(const sim::UntimedWorld& world);

    const RandomProgram& program_;
    sim::Scenario scenario_;
    std::vector<std::vector<std::byte>> expected_;  // [rank * windows + window], the results' window last
    CallsOfRanks calls_;
    CounterModel counters_;
    bool at_the_end_ = false;
    // Of the current run. The world is that of all runs; its settings live as long as processes made by them.
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
