#include "sim/checkers/findings/report.h"

#include "protocol/base/rank_list.h"
#include "sim/checkers/findings/page_link.h"

#include <fmt/format.h>

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

std::string text_of_memory(const ReportedFinding& found) {
    if (!found.attached_at.empty()) {
        return fmt::format("the memory that rank {} attached to window \"{}\" at {}", found.target, found.memory,
                           found.attached_at);
    }
    if (found.in_buffer && found.memory.empty()) return fmt::format("a buffer of rank {}", found.target);
    const std::string text =
        fmt::format("{} \"{}\" of rank {}", found.in_buffer ? "buffer" : "window", found.memory, found.target);
    std::vector<std::string> more;
    if (!found.part.empty() && found.part != found.memory) more.push_back(found.part);
    if (!found.declared_at.empty()) more.push_back("declared at " + found.declared_at);
    return more.empty() ? text : fmt::format("{} ({})", text, fmt::join(more, ", "));
}

// Returns the ranks of a finding that stands for several pairs of accesses. Empty if it stands for one pair.
std::string text_of_all(const ReportedFinding& found) {
    const bool same_ranks =
        found.first_ranks.size() == 1 && found.second_ranks.size() == 1 && found.targets.size() == 1;
    if (found.times <= 1 && same_ranks) return {};
    const std::string times = found.times == 1 ? "once" : fmt::format("at least {} times", found.times);
    if (same_ranks) return times;
    const bool same_statement = found.first.what == found.second.what && found.first.location == found.second.location;
    const std::string accesses = same_statement
                                     ? "accesses by " + text_of_ranks(found.first_ranks)
                                     : fmt::format("first access by {}, second by {}", text_of_ranks(found.first_ranks),
                                                   text_of_ranks(found.second_ranks));
    return fmt::format("{}, memory of {}: {}", accesses, text_of_ranks(found.targets), times);
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
        lines.push_back(fmt::format("{}. {} ({}): {} {} to {} of {}", ++number, found.rule, found.id,
                                    found.same_bytes ? "bytes" : "different bytes of one window, such as",
                                    found.first_byte, found.end_byte, text_of_memory(found)));
        lines.push_back("   " + text_of(found.first));
        lines.push_back("   " + text_of(found.second));
        if (const std::string all = text_of_all(found); !all.empty()) lines.push_back("   in all: " + all);
        lines.push_back("   missing: " + found.missing);
        lines.push_back("   fix: " + found.remedy);
        lines.push_back("   " + link_to(found.page));
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
