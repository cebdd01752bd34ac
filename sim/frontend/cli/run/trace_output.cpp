#include "sim/frontend/cli/run/trace_output.h"

#include "sim/frontend/cli/run/trace_size.h"
#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/cli/text/time_text.h"
#include "sim/frontend/library/trace_head.h"
#include "sim/frontend/output/print.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/program/ranks.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr std::uint64_t bytes_per_mb = 1'000'000;

void say_if_large(const Scenario& scenario, const TraceSelection& selection) {
    constexpr std::uint64_t large_bytes = 1000 * bytes_per_mb;
    const double bytes = estimated_trace_bytes(scenario, selection);
    const std::uint64_t max = selection.max_bytes == 0 ? large_bytes : selection.max_bytes;
    if (bytes <= static_cast<double>(max)) return;
    const std::string end = selection.max_bytes == 0 ? std::string("there is no limit")
                                                     : fmt::format("the trace ends at --trace-limit-mb {}",
                                                                   selection.max_bytes / bytes_per_mb);
    complain_line(
        "rmasim: the trace of this run would take about {} MB, estimated from its calls; {}. Use --trace-ranks, "
        "--trace-time or --trace-kinds to select a part.",
        grouped(static_cast<std::uint64_t>(bytes / bytes_per_mb + 0.5)), end);
}

}  // namespace

TraceSelection trace_selection(const TraceOptions& options, const Scenario& scenario) {
    TraceSelection selection{.max_bytes = options.limit_mb * bytes_per_mb};
    if (!options.ranks.empty()) {
        selection.ranks = RankReader(scenario.ranks, scenario.scope).meant(options.ranks, "--trace-ranks");
    }
    if (!options.time.empty()) {
        const auto [from_ns, to_ns] = interval_ns(options.time);
        selection.from = from_ns * picoseconds_per_nanosecond;
        if (to_ns) selection.to = *to_ns * picoseconds_per_nanosecond;
    }
    for (const auto& [name, kind] : trace_kinds) {
        if (std::ranges::find(options.kinds, name) != options.kinds.end()) selection.kinds.push_back(kind);
    }
    return selection;
}

TraceOutput::TraceOutput(const TraceOptions& options, const Scenario& scenario, TraceOf of)
    : scenario_(scenario), of_(of) {
    if (options.file.empty()) return;
    selection_ = trace_selection(options, scenario);
    file_ = std::make_unique<OutputFile>("--trace", options.file);
    if (of == TraceOf::run) say_if_large(scenario, selection_);
    begin();
}

void TraceOutput::begin() {
    TraceHead head = trace_head(scenario_);
    head.in_steps = of_ == TraceOf::steps;
    given_ = 0;
    trace_ = std::make_unique<TraceWriter>([this](std::string_view text) { write(text); }, head, packets_of(scenario_),
                                           selection_);
}

void TraceOutput::begin_again() {
    if (trace_) begin();
}

void TraceOutput::write(std::string_view text) {
    const std::uint64_t known = std::min<std::uint64_t>(written_ - given_, text.size());
    given_ += text.size();
    if (known == text.size()) return;
    text.remove_prefix(known);
    file_->write(text);
    written_ += text.size();
}

void TraceOutput::end() const {
    if (!trace_) return;
    trace_->end();
    file_->close();
    if (const auto at = trace_->truncated_at()) {
        complain_line(
            "rmasim: the trace reached its limit (--trace-limit-mb) at {} ns of virtual time: the trace has no later "
            "events.",
            grouped(static_cast<std::uint64_t>(to_ns(*at))));
    }
}

}  // namespace rmasim::sim
