#include "sim/checkers/diagnosis/epoch_report.h"

#include "protocol/base/call_table.h"
#include "protocol/base/rank_list.h"
#include "sim/checkers/usage/fixes.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr std::size_t max_epochs_named = 8;

std::string quoted_window(const std::string& name) {
    return name.empty() ? "" : fmt::format(" on window \"{}\"", name);
}

// Returns the list of epochs as text. All of them are on the window `of`; if `of` is empty, the text names the window
// of each.
std::string list_of(const std::vector<ReportedEpoch>& epochs, const std::string& of) {
    std::vector<std::string> parts;
    for (const ReportedEpoch& one : epochs) {
        if (parts.size() == max_epochs_named) break;
        parts.push_back(text_of(one) + (of.empty() ? quoted_window(one.window) : ""));
    }
    const std::size_t more = epochs.size() - parts.size();
    return fmt::format("{}{}", fmt::join(parts, "; "), more == 0 ? "" : fmt::format("; and {} more", more));
}

// Adds the epochs of the thread's rank to the record of an error: the open ones, or the last one that was closed.
// `window` is the window of the call; nullopt for an error at the end of the program, which concerns all windows.
void add_epochs(const Ranks& ranks, const Thread& thread, std::optional<WindowId> window, StuckCall& broken) {
    const usage::OpenEpochs& epochs = *ranks.epochs();
    for (const usage::Epoch& one : epochs.of(thread.rank)) {
        const bool of_this_call = one.under_way && one.thread == thread.number;
        if (of_this_call || (window && one.window != *window)) continue;
        broken.epochs.push_back(reported(ranks, thread.rank, one));
    }
    if (!broken.epochs.empty()) {
        broken.reason +=
            fmt::format("; open{}: {}", quoted_window(broken.window), list_of(broken.epochs, broken.window));
        return;
    }
    if (!window) return;
    broken.reason += fmt::format("; no epoch of rank {} is open{}", thread.rank, quoted_window(broken.window));
    const usage::Epoch* const closed = epochs.last_closed(thread.rank, *window);
    if (closed == nullptr) return;
    broken.epochs.push_back(reported(ranks, thread.rank, *closed));
    const ReportedEpoch& last = broken.epochs.back();
    if (closed->closed_by == Call::fence) {
        broken.reason +=
            fmt::format("; the last {}, at {}, has nosucceed and opens no epoch", last.call, last.location);
        return;
    }
    broken.reason +=
        fmt::format("; {} at {} has closed the last one: {}", last.closed_by, last.closed_at, text_of(last));
}

}  // namespace

ReportedEpoch reported(const Ranks& ranks, Rank rank, const usage::Epoch& epoch) {
    const Thread& thread = ranks.threads(rank)[epoch.thread];
    ReportedEpoch made{.rank = rank};
    made.thread = thread.reported_number();
    made.call = thread.program->call_name(epoch.call);
    made.location = thread.program->location_text(epoch.location);
    made.window = ranks.window_name(rank, epoch.window);
    made.target = epoch.target;
    made.group = epoch.group;
    std::sort(made.group.begin(), made.group.end());
    if (epoch.closed_by != Call::none) {
        made.closed_by = thread.program->call_name(epoch.closed_by);
        made.closed_at = thread.program->location_text(epoch.closed_at);
    }
    return made;
}

std::string text_of(const ReportedEpoch& epoch) {
    std::string text = epoch.call;
    if (epoch.target != no_rank) text += fmt::format(" of rank {}", epoch.target);
    if (!epoch.group.empty()) text += " for " + text_of_ranks(epoch.group);
    if (epoch.thread) text += fmt::format(" by thread {}", *epoch.thread);
    return text + " at " + epoch.location;
}

std::optional<ReportedEpoch> lock_epoch(const Ranks& ranks, Rank holder, WindowId window, Rank target) {
    if (ranks.epochs() == nullptr) return std::nullopt;
    const usage::Epoch* const found = ranks.epochs()->lock_of(holder, window, target);
    return found == nullptr ? std::nullopt : std::optional(reported(ranks, holder, *found));
}

StuckCall broken_call(const Ranks& ranks, const Thread& thread, const ErroneousProgram& error) {
    const Program& program = *thread.program;
    const std::optional<Call> call = call_named(error.what_broke_it);
    const std::string name = !call                   ? error.what_broke_it
                             : call == thread.making ? ranks.call_name(thread, *call)
                                                     : std::string(program.call_name(*call));
    StuckCall broken{thread.rank, thread.reported_number(), name, program.location_text(thread.location),
                     error.rule_with([&](Call one) { return program.call_name(one); })};
    broken.page = page_of(error.section);
    broken.fix = usage::fix_of(section_name(error.section), call, [&](Call one) { return program.call_name(one); });
    const bool on_window = call && call == thread.making && description_of(*call).has(Argument::window);
    if (on_window) broken.window = ranks.window_name(thread.rank, thread.window);
    if (error.is_about_epochs && ranks.epochs() != nullptr) {
        add_epochs(ranks, thread, on_window ? std::optional(thread.window) : std::nullopt, broken);
    }
    return broken;
}

}  // namespace rmasim::sim
