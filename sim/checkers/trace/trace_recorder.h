// Records the reports for a trace in one of several processes of the operating system that simulate a run together. The
// process that writes the trace merges these records (merged_trace.h). The records also contain, for each event, the
// events that it schedules. Reports about ranks or kinds that the trace does not contain are left out.
#pragma once

#include "sim/checkers/trace/records.h"
#include "sim/checkers/trace/trace.h"
#include "sim/machine/engine/tie.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rmasim::sim {

class TraceRecorder final : public Trace {
public:
    TraceRecorder(const TraceHead& head, TraceSelection selection);

    // Begins an event of this node. The following reports belong to the event.
    void event_begins(std::uint32_t node);
    void schedules(Time time, Tie tie, Rank rank) { add(Record::schedules, time, tie, rank); }
    // Returns the records since the previous call of this function, in the format of records.h. Must not be called
    // while an event is being recorded.
    std::string take();

    void called(Rank rank, std::optional<std::uint32_t> thread, std::string_view name, const std::string& arguments,
                Time began, Time ended) override;
    void outside_mpi(Rank rank, std::optional<std::uint32_t> thread, std::string_view name, const std::string& location,
                     Time began, Time ended) override;
    void waited(Rank rank, std::string_view cause, Time began, Time ended) override;
    void sent(const Packet& packet, bool by_agent, Time began, Time ended) override;
    void handled(const Packet& packet, bool by_agent, Time began, Time ended) override;
    void note(Rank rank, const std::string& text, Time at) override;
    void queue(Rank rank, int change, Time at) override;
    void lock_wait(Rank rank, std::int64_t waited_ns, Time at) override;
    void agent_looks(Rank rank, Time at) override;
    void elements(Rank rank, ElementKind kind, int change, Time at) override;
    void counter_changed(const CounterChange& change, const std::string& window, Time at) override;

private:
    template <class... Values>
    void add(Record record, const Values&... values) {
        append(records_, record);
        (append(records_, values), ...);
    }
    bool counts(Rank rank) const { return kept_.has(TraceKind::counters) && kept_.has(rank); }
    void begin_run(std::uint32_t node);
    void end_run();

    std::string records_;
    std::uint32_t node_ = before_all_nodes;
    std::size_t run_ = 0;  // offset of the current run's head in `records_`
};

}  // namespace rmasim::sim
