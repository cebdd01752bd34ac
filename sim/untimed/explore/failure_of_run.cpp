#include "sim/untimed/explore/failure_of_run.h"

#include "sim/untimed/world/waits.h"

namespace rmasim::sim {

namespace {

using Kind = Failure::Kind;

// A run cannot continue: it has not finished, and no move is enabled.
Kind kind_of_hang(const ExploredWorld& world) {
    if (!world.lost().dead.empty()) return Kind::lost_rank;
    return is_livelock(world) ? Kind::livelock : Kind::deadlock;
}

// The protocol reached a state that its SPEC does not allow. Such a state shows a bug in the protocol's code, unless a
// fault of the scenario has lost a packet or stopped a rank before.
Kind kind_of_trouble(const ExploredWorld& world) {
    if (world.implementation_failed()) {
        return *world.implementation_failed() == FailureKind::crash ? Kind::crash : Kind::assertion;
    }
    const LostThings lost = world.lost();
    if (lost.nothing_needed()) return Kind::protocol;
    return lost.dead.empty() ? Kind::lost_packet : Kind::lost_rank;
}

// A run lost packets and nevertheless reached its end. The lines name the losses and the first violated invariant.
std::vector<std::string> words_of_loss(const ExploredWorld& world, const check::Checker& checker) {
    std::vector<std::string> what{"all programs ended, but " + text_of(world.lost().packets)};
    if (checker.violation()) what.push_back(words_of(*checker.violation()));
    return what;
}

}  // namespace

std::optional<FailureOfRun> failure_of_step(const ExploredWorld& world, StepResult result,
                                            const check::Checker& checker) {
    if (checker.violation() && world.lost().nothing_needed())
        return FailureOfRun{Kind::invariant, {words_of(*checker.violation())}};
    switch (result) {
        case StepResult::erroneous: return FailureOfRun{Kind::erroneous, {world.trouble()}};
        case StepResult::refused: return FailureOfRun{Kind::out_of_range, {world.trouble()}};
        case StepResult::stopped: return FailureOfRun{Kind::expectation, {world.trouble()}};
        case StepResult::broken: return FailureOfRun{kind_of_trouble(world), {world.trouble()}};
        case StepResult::continued: break;
    }
    return std::nullopt;
}

std::optional<FailureOfRun> failure_at_end(const ExploredWorld& world, const check::Checker& checker) {
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

std::optional<FailureOfRun> failure_of(const ExploredWorld& world, StepResult result, const check::Checker& checker) {
    auto failure = failure_of_step(world, result, checker);
    return failure ? failure : failure_at_end(world, checker);
}

}  // namespace rmasim::sim
