// The trace of a shared run. Each process records the events of its nodes. Process 0 writes all records, slice by
// slice, in the same order as a run in one process.
#pragma once

#include "sim/checkers/trace/merged_trace.h"
#include "sim/checkers/trace/trace_recorder.h"
#include "sim/machine/engine/event_journal.h"
#include "sim/machine/exchange/packet_exchange.h"
#include "sim/scenario/model/scenario.h"

#include <optional>
#include <string>
#include <string_view>

namespace rmasim::sim {

class SharedTrace final : public EventJournal, public CarriedReports {
public:
    // `writer` must outlive this object, and is null in all processes except process 0. `head` and `selection` are the
    // head and the selection with which `writer` was created.
    SharedTrace(const Scenario& scenario, const TraceHead& head, TraceSelection selection, Trace* writer);

    // The trace that receives this process's events.
    Trace& recorder() { return recorder_; }

    void handles(std::uint32_t node) override { recorder_.event_begins(node); }
    void schedules(Time time, Tie tie, Rank rank) override { recorder_.schedules(time, tie, rank); }
    void all_are_at(Time time) override {
        if (merged_) merged_->report_before(time);
    }
    std::string take() override { return recorder_.take(); }
    void received(int from, std::string_view report) override { merged_->add(from, report); }

private:
    TraceRecorder recorder_;
    std::optional<MergedTrace> merged_;
};

}  // namespace rmasim::sim
