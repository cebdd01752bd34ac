#include "sim/checkers/findings/report.h"

#include <fmt/core.h>

#include <string_view>
#include <utility>

namespace rmasim::sim::semantics {

namespace {

std::string text_of(const ReportedAccess& access) {
    std::string text = fmt::format("rank {}", access.rank);
    if (access.thread) text += fmt::format(" thread {}", *access.thread);
    text += fmt::format(": {} at {}, bytes {} to {}", access.what, access.location, access.first_byte, access.end_byte);
    if (!access.window.empty()) text += fmt::format(" through window \"{}\"", access.window);
    if (!access.operation.empty()) text += fmt::format(", {} of {}", access.operation, access.datatype);
    if (!access.epoch.empty()) text += fmt::format(", epoch: {}, complete by: {}", access.epoch, access.ended_by);
    if (access.time_ns > 0) text += fmt::format(", at {} ns", access.time_ns);
    return text;
}

}  // namespace

std::string unseen(Seen seen) {
    switch (seen) {
        case Seen::all: break;
        case Seen::where_watched:
            return "not seen: loads and stores of code compiled without --watch, such as libraries";
        case Seen::none: return "not seen: the program's own loads and stores; rmasim cc --watch makes them visible";
    }
    return {};
}

std::vector<std::string> lines_of(const OrderedByRun& ordered) {
    std::vector<std::string> lines;
    const auto add = [&](std::uint64_t pairs, std::string_view by) {
        if (pairs > 0)
            lines.push_back(fmt::format("{} {} ordered only by {}", pairs,
                                        pairs == 1 ? "pair of accesses is" : "pairs of accesses are", by));
    };
    add(ordered.by_lock, "the order in which locks were granted");
    add(ordered.by_match, "the choice of a message by a receive from any source");
    return lines;
}

std::vector<std::string> lines_of(const Report& report) {
    std::vector<std::string> lines{fmt::format("erroneous under the {} memory model: {} pair{} of accesses",
                                               report.model, report.count, report.count == 1 ? "" : "s")};
    std::size_t number = 0;
    for (const ReportedFinding& found : report.findings) {
        lines.push_back(fmt::format("{}. {} ({}): {} {} to {} of {} \"{}\" of rank {}", ++number, found.rule, found.id,
                                    found.same_bytes ? "bytes" : "different bytes of one window, such as",
                                    found.first_byte, found.end_byte, found.in_buffer ? "buffer" : "window",
                                    found.memory, found.target));
        lines.push_back("   " + text_of(found.first));
        lines.push_back("   " + text_of(found.second));
        lines.push_back("   missing: " + found.missing);
        lines.push_back("   fix: " + found.remedy);
    }
    if (report.findings.size() < report.count) {
        lines.push_back(fmt::format("... and {} more", report.count - report.findings.size()));
    }
    for (const Witness& witness : report.witnesses) lines.push_back("a witness: " + text_of(witness));
    for (const std::string& note : report.notes) lines.push_back("note: " + note);
    for (std::string& line : lines_of(report.ordered)) lines.push_back(std::move(line));
    if (report.suppressed > 0) lines.push_back(fmt::format("suppressed: {}", report.suppressed));
    if (const std::string text = unseen(report.loads_and_stores); !text.empty()) lines.push_back(text);
    return lines;
}

}  // namespace rmasim::sim::semantics
