// A random program on the real core, in one order of steps after another, against the sequential model and every
// invariant.
#pragma once

#include "sim/check/checker.h"
#include "sim/fuzz/live_check.h"
#include "sim/fuzz/random_program.h"
#include "sim/untimed/order.h"
#include "sim/untimed/untimed_world.h"

#include <optional>
#include <string>

namespace rmasim::fuzz {

enum class Symptom : std::uint8_t {
    invariant,  // a rule of the checker is broken
    protocol,   // the core broke a rule of its own
    erroneous,  // the core says that a legal program breaks a rule of MPI
    stuck,      // calls wait, and nothing moves
    cause,      // it cannot finish, since something was lost, and the report names another cause
    memory,     // not what the sequential model says, at a call that promises it or at the end
    endless,    // it goes on and on
};
std::string_view name_of(Symptom symptom);

struct Finding {
    Symptom symptom = Symptom::invariant;
    std::string rule;               // of the checker, that is broken
    std::vector<std::string> what;  // a line each; the first says it all
    sim::Order order;               // up to where it shows
};

class Trial {
public:
    // `program` outlives this.
    explicit Trial(const RandomProgram& program);

    // Takes over what has changed of the program's settings and faults, for the runs that follow. Accumulates must be
    // ordered as before.
    void use_settings() {
        scenario_.protocol = program_.settings;
        scenario_.faults = fault_settings_of(program_);
    }
    // Memory is compared at the end of a run only, not at the calls that promise something.
    void judge_at_the_end(bool only) { at_the_end_ = only; }
    // One run, its order drawn from `seed`.
    std::optional<Finding> run(std::uint64_t seed);
    // Of the last run.
    const std::string& scheduler() const { return scheduler_; }
    std::size_t steps() const { return order_.size(); }

    const sim::Scenario& scenario() const { return scenario_; }

private:
    Finding failed(Symptom symptom, std::vector<std::string> what) { return {symptom, "", std::move(what), order_}; }
    Finding failed(const sim::check::Violation& violation) {
        return {Symptom::invariant, std::string(name_of(violation.which)), {violation.what}, order_};
    }
    std::optional<Finding> judge_end(const sim::UntimedWorld& world, sim::check::Checker& checker,
                                     sim::StepResult result);
    std::optional<Finding> judge_standstill(const sim::UntimedWorld& world);
    std::optional<Finding> compare(const sim::UntimedWorld& world);

    const RandomProgram& program_;
    sim::Scenario scenario_;
    std::vector<std::vector<std::byte>> expected_;  // [rank * windows + window], the results' window last
    bool at_the_end_ = false;
    std::vector<sim::Move> moves_;
    sim::Order order_;
    std::string scheduler_;
};

}  // namespace rmasim::fuzz
