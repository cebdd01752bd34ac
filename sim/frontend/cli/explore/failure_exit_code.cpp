#include "sim/frontend/cli/explore/failure_exit_code.h"

namespace rmasim::sim {

ExitCode exit_code_of(const Scenario& scenario, Failure::Kind failed) {
    // The run of a program that polls without change has the outcome deadlock.
    const std::string_view outcome = name_of(failed == Failure::Kind::livelock ? Failure::Kind::deadlock : failed);
    const bool expected = scenario.expect.outcome == outcome;
    switch (failed) {
        case Failure::Kind::deadlock:
        case Failure::Kind::livelock:
        case Failure::Kind::lost_rank:
        case Failure::Kind::lost_packet:
        case Failure::Kind::assertion:
        case Failure::Kind::crash: return expected ? success : cannot_finish;
        case Failure::Kind::erroneous: return expected ? success : erroneous_program;
        case Failure::Kind::out_of_range: return bad_input;
        case Failure::Kind::expectation: return expectation_failed;
        case Failure::Kind::invariant:
        case Failure::Kind::protocol: return internal_error;
    }
    return internal_error;
}

namespace {

// True if the failure is one of the protocol, which need not expect orders that only calm barriers have.
bool is_of_protocol(Failure::Kind kind) {
    return kind == Failure::Kind::invariant || kind == Failure::Kind::protocol || kind == Failure::Kind::crash ||
           kind == Failure::Kind::assertion;
}

}  // namespace

ExitCode exit_code_of(const Scenario& scenario, const Exploration& found) {
    for (const auto& [key, one] : found.failures) {
        if (found.calm && !one.confirmed && is_of_protocol(key.first)) continue;
        if (const ExitCode code = exit_code_of(scenario, key.first); code != success) return code;
    }
    if (!found.failures.empty()) return success;
    const bool to_finish = scenario.expect.outcome.value_or("finished") == "finished";
    return to_finish || !found.exhausted() ? success : expectation_failed;
}

}  // namespace rmasim::sim
