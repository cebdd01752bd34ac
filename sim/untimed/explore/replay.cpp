#include "sim/untimed/explore/replay.h"

#include "sim/checkers/invariants/checker.h"
#include "sim/scenario/families/family.h"
#include "sim/untimed/explore/failure_of_run.h"
#include "sim/untimed/explore/order_independent_expectations.h"
#include "sim/untimed/explore/replay_trace.h"
#include "sim/untimed/explore/tally.h"
#include "sim/untimed/world/schedule.h"
#include "sim/untimed/world/stanzas.h"
#include "sim/untimed/world/untimed_world.h"
#include "sim/untimed/world/wrong_loads.h"

#include <fmt/format.h>

#include <optional>

namespace rmasim::sim {

namespace {

// Sets `failed` and `what` of the replay if the run failed.
void judge(Replay& replay, const Scenario& scenario, StepResult result, const ExploredWorld& world,
           const check::Checker& checker, const Counts& counts) {
    if (auto failure = failure_of(world, result, checker)) {
        replay.failed = failure->kind;
        replay.what = std::move(failure->what);
        return;
    }
    std::vector<std::string> what = wrong_loads(world);
    OrderIndependentExpectations expectations(scenario, world.calm_barriers().is_on());
    for (const std::string& line : expectations.differences_of(0, world, counts)) what.push_back(line);
    if (what.empty()) return;
    replay.failed = Failure::Kind::expectation;
    replay.what = std::move(what);
}

// Passes the loads and stores of programs to the transcript, and to the checker of the memory model.
class Accesses final : public AccessWatcher {
public:
    // `checker` may be null.
    Accesses(Stanzas& transcript, AccessWatcher* checker) : transcript_(transcript), checker_(checker) {}
    void accessed(const Thread& thread, const MemoryAccess& access, const Region& region) override {
        transcript_.accessed(thread, access, region);
        if (checker_ != nullptr) checker_->accessed(thread, access, region);
    }

private:
    Stanzas& transcript_;
    AccessWatcher* checker_;
};

// The numbers of steps at the failures that do not end a run; nullopt for those that have not occurred.
struct FailingSteps {
    std::optional<StepNumber> finding, load;

    void note(const ExploredWorld& world) {
        const auto* const semantics = world.semantics();
        if (!finding && semantics != nullptr && semantics->found_any()) finding = world.steps();
        if (!load && !loads_are_right(world)) load = world.steps();
    }
    // The step in which the run failed. Nullopt if the failure is at the end of the run.
    std::optional<StepNumber> of(Failure::Kind kind) const {
        if (kind == Failure::Kind::erroneous) return finding;
        return kind == Failure::Kind::expectation ? load : std::nullopt;
    }
};

}  // namespace

Replay replay(const Scenario& scenario, const std::vector<std::string>& steps, const std::string& location,
              const ReplayOutputs& outputs) {
    check::Checker checker(scenario);
    Stanzas transcript(scenario);
    Tally tally(static_cast<std::uint64_t>(scenario.platform.network.header_bytes));
    std::optional<ReplayTrace> trace;
    if (outputs.trace != nullptr) trace.emplace(scenario, *outputs.trace);
    UntimedWorld world(scenario, &checker, &transcript, &tally, trace ? &*trace : nullptr);
    if (trace) trace->follow(world);
    transcript.show_values_of(world.memory());
    Accesses accesses(transcript, world.semantics());
    world.report_accesses_to(accesses);
    FailingSteps failing;
    std::vector<std::size_t> lines_after;  // by step: the number of lines of the transcript
    const StepResult result = run_schedule(world, steps, location, [&] {
        failing.note(world);
        lines_after.push_back(transcript.line_count());
        return !checker.violation() || !world.lost().nothing_needed();
    });
    transcript.end();
    if (world.finished() && world.lost().packets.empty() && !world.unsettled()) {
        for (Rank rank = 0; rank < scenario.ranks; ++rank) checker.process_ended(world.process(rank));
        checker.world_ended(world.memory().payloads_in_flight());
    }
    Replay replay;
    replay.steps = world.steps();
    judge(replay, scenario, result, world, checker, tally.counts());
    if (trace && !world.finished()) trace->never_ended(stuck_calls(world, world.lost()));
    replay.by_kind = tally.counts().by_kind(packets_of(scenario));
    replay.messages = tally.counts().total();
    replay.message_bytes = tally.counts().wire_bytes();
    replay.transcript = transcript.take();
    if (replay.failed) {
        const auto step = result == StepResult::continued ? failing.of(*replay.failed) : std::nullopt;
        if (step) replay.transcript.resize(lines_after.at(*step));
        replay.transcript.push_back("");
        replay.transcript.push_back(
            fmt::format("the order fails here: {}: {}", name_of(*replay.failed), replay.what.front()));
    }
    if (outputs.memory) outputs.memory(world.memory());
    return replay;
}

}  // namespace rmasim::sim
