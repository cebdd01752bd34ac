#include "sim/untimed/explore/failure_of_run.h"

#include "sim/untimed/explore/explorer.h"
#include "sim/untimed/world/waits.h"

namespace rmasim::sim {

std::optional<FailureOfRun> failure_of(const ExploredWorld& world, StepResult result, const check::Checker& checker) {
    using Kind = Failure::Kind;
    if (checker.violation() && world.lost().nothing_needed())
        return FailureOfRun{Kind::invariant, {words_of(*checker.violation())}};
    switch (result) {
        case StepResult::erroneous: return FailureOfRun{Kind::erroneous, {world.trouble()}};
        case StepResult::refused: return FailureOfRun{Kind::out_of_range, {world.trouble()}};
        case StepResult::stopped: return FailureOfRun{Kind::expectation, {world.trouble()}};
        case StepResult::broken: return FailureOfRun{kind_of_trouble(world), {world.trouble()}};
        case StepResult::continued: break;
    }
    if (const auto* const semantics = world.semantics(); semantics != nullptr && semantics->found_any())
        return FailureOfRun{Kind::erroneous, lines_of(semantics->report())};
    if (!world.finished()) return FailureOfRun{kind_of_hang(world), waits_of(world)};
    if (!world.lost().packets.empty()) return FailureOfRun{Kind::lost_packet, words_of_loss(world, checker)};
    if (const auto undone = world.unsettled()) return FailureOfRun{Kind::erroneous, {*undone}};
    if (const auto failed = world.failed_at_end()) {
        const bool is_erroneous = failed->result == StepResult::erroneous;
        return FailureOfRun{is_erroneous ? Kind::erroneous : Kind::expectation, {failed->text}};
    }
    return std::nullopt;
}

}  // namespace rmasim::sim
