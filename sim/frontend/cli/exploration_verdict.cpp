#include "sim/frontend/cli/exploration_verdict.h"

#include "sim/frontend/cli/grouped.h"

#include <fmt/format.h>

#include <map>

namespace rmasim::sim {

namespace {

std::string_view words_of(Failure::Kind kind) {
    switch (kind) {
        case Failure::Kind::invariant: return "a violated invariant";
        case Failure::Kind::protocol: return "a failed assertion of the protocol";
        case Failure::Kind::out_of_range: return "a value out of range";
        case Failure::Kind::erroneous: return "a broken rule of MPI";
        case Failure::Kind::crash: return "a crash of the simulated library";
        case Failure::Kind::assertion: return "a failed assertion of the simulated library";
        case Failure::Kind::deadlock: return "a deadlock";
        case Failure::Kind::lost_rank: return "the death of a rank";
        case Failure::Kind::lost_packet: return "a lost packet";
        case Failure::Kind::expectation: return "a wrong value";
    }
    return "";
}

// "1 by a deadlock, 3 by a wrong value (2 causes)".
std::string failures_by_kind(const Exploration& found) {
    struct OfKind {
        std::uint64_t runs = 0, causes = 0;
    };
    std::map<Failure::Kind, OfKind> kinds;
    for (const auto& [key, one] : found.failures) {
        kinds[key.first].runs += one.runs;
        ++kinds[key.first].causes;
    }
    std::string text;
    for (const auto& [kind, of] : kinds) {
        text += fmt::format("{}{} by {}", text.empty() ? "" : ", ", grouped(of.runs), words_of(kind));
        if (of.causes > 1) text += fmt::format(" ({} causes)", grouped(of.causes));
    }
    return text;
}

std::string of_failures(const Exploration& found) {
    const std::string limit = found.exhausted() ? "" : ", but the search is not complete";
    if (found.failing_runs == 0) return fmt::format("None of {} fails{}.", counted(found.runs, "execution"), limit);
    return fmt::format("{} of {} {}: {}{}.", grouped(found.failing_runs), counted(found.runs, "execution"),
                       noun(found.failing_runs, "fails", "fail"), failures_by_kind(found), limit);
}

std::string of_ends(const Exploration& found) {
    if (found.ends.empty()) return "";
    const Range& sent = found.messages;
    const std::string packets = sent.min == sent.max
                                    ? counted(sent.min, "packet")
                                    : fmt::format("{} to {}", grouped(sent.min), counted(sent.max, "packet"));
    return fmt::format(" There {} {}, with {}.", found.ends.size() == 1 ? "is" : "are",
                       counted(found.ends.size(), "end state"), packets);
}

}  // namespace

std::string verdict_of(const Exploration& found) { return of_failures(found) + of_ends(found); }

}  // namespace rmasim::sim
