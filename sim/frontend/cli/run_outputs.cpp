#include "sim/frontend/cli/run_outputs.h"

#include "sim/frontend/cli/durations.h"
#include "sim/frontend/cli/grouped.h"
#include "sim/frontend/cli/trace_size.h"
#include "sim/frontend/library/trace_head.h"
#include "sim/frontend/output/print.h"
#include "sim/frontend/output/same_file.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/json/errors.h"
#include "sim/scenario/program/ranks.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr std::uint64_t bytes_per_mb = 1'000'000;

TraceSelection selection_of(const RunOptions& options, const Scenario& scenario) {
    TraceSelection selection{.most_bytes = options.trace_limit_mb * bytes_per_mb};
    if (!options.trace_ranks.empty()) {
        selection.ranks = RankReader(scenario.ranks, scenario.scope).meant(options.trace_ranks, "--trace-ranks");
    }
    if (!options.trace_time.empty()) {
        const auto [from_ns, to_ns] = interval_ns(options.trace_time);
        selection.from = from_ns * picoseconds_per_nanosecond;
        if (to_ns) selection.to = *to_ns * picoseconds_per_nanosecond;
    }
    for (const auto& [name, kind] : trace_kinds) {
        if (std::ranges::find(options.trace_kinds, name) != options.trace_kinds.end()) selection.kinds.push_back(kind);
    }
    return selection;
}

void say_if_large(const Scenario& scenario, const TraceSelection& selection) {
    constexpr std::uint64_t large_bytes = 1000 * bytes_per_mb;
    const double bytes = estimated_trace_bytes(scenario, selection);
    const std::uint64_t most = selection.most_bytes == 0 ? large_bytes : selection.most_bytes;
    if (bytes <= static_cast<double>(most)) return;
    const std::string end = selection.most_bytes == 0
                                ? std::string("there is no limit")
                                : fmt::format("it ends at --trace-limit-mb {}", selection.most_bytes / bytes_per_mb);
    complain_line(
        "rmasim: the trace of this run would take about {} MB, by the calls of its programs; {}. --trace-ranks, "
        "--trace-time and --trace-kinds keep a part.",
        grouped(static_cast<std::uint64_t>(bytes / bytes_per_mb + 0.5)), end);
}

}  // namespace

RunOutputs::RunOutputs(const RunOptions& options, const Scenario& scenario, bool in_steps) : scenario_(scenario) {
    std::vector<NamedFile> inputs = inputs_of(options.file, options.changes, scenario);
    inputs.push_back({"--schedule", options.schedule});
    refuse_overwriting(inputs, {{"--trace", options.trace}, {"--memory", options.memory}});
    if (!options.memory.empty() && !scenario.data)
        throw BadInput("--memory", "\"data\": false", "a scenario that keeps its windows' contents");
    if (!options.trace.empty()) begin_trace(options, in_steps);
    if (!options.memory.empty()) memory_ = std::make_unique<OutputFile>("--memory", options.memory);
}

void RunOutputs::begin_trace(const RunOptions& options, bool in_steps) {
    TraceSelection selection = selection_of(options, scenario_);
    trace_file_ = std::make_unique<OutputFile>("--trace", options.trace);
    if (!in_steps) say_if_large(scenario_, selection);
    TraceHead head = trace_head(scenario_);
    head.in_steps = in_steps;
    trace_ = std::make_unique<Trace>([file = trace_file_.get()](std::string_view text) { file->write(text); }, head,
                                     packets_of(scenario_), std::move(selection));
}

void RunOutputs::end_trace() const {
    if (!trace_) return;
    trace_->end();
    trace_file_->close();
    if (const auto at = trace_->truncated_at()) {
        complain_line(
            "rmasim: the trace reached its limit (--trace-limit-mb) at {} ns of virtual time: what began later "
            "is not in it.",
            grouped(static_cast<std::uint64_t>(to_ns(*at))));
    }
}

void RunOutputs::write_memory(const WindowMemory& memory) const {
    if (!memory_) return;
    for (WindowId window = 0; window < scenario_.windows.size(); ++window) {
        for (Rank rank = 0; rank < scenario_.ranks; ++rank) {
            std::uint64_t end = 0;
            memory.for_each_page(rank, window, [&](std::uint64_t first, std::span<const std::byte> page) {
                memory_->write_zeros(first - end);
                memory_->write({reinterpret_cast<const char*>(page.data()), page.size()});
                end = first + page.size();
            });
            memory_->write_zeros(scenario_.windows[window].bytes.of(rank) - end);
        }
    }
    memory_->close();
}

}  // namespace rmasim::sim
