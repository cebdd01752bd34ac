#include "sim/checkers/trace/trace_recorder.h"

#include <cstring>
#include <utility>

namespace rmasim::sim {

TraceRecorder::TraceRecorder(const TraceHead& head, TraceSelection selection) : Trace(head, std::move(selection)) {
    begin_run(before_all_nodes);
}

void TraceRecorder::event_begins(std::uint32_t node) {
    if (records_.empty()) return begin_run(node);
    append(records_, Record::end);
    if (node == node_) return;
    end_run();
    begin_run(node);
}

std::string TraceRecorder::take() {
    if (records_.empty()) return {};
    append(records_, Record::end);
    end_run();
    return std::exchange(records_, {});
}

void TraceRecorder::begin_run(std::uint32_t node) {
    node_ = node;
    run_ = records_.size();
    append(records_, RunHead{node, 0});
}

void TraceRecorder::end_run() {
    const RunHead head{node_, static_cast<std::uint32_t>(records_.size() - run_ - sizeof(RunHead))};
    std::memcpy(records_.data() + run_, &head, sizeof head);
}

void TraceRecorder::called(Rank rank, std::optional<std::uint32_t> thread, std::string_view name,
                           const std::string& arguments, Time began, Time ended) {
    add(Record::called, rank, thread, name, arguments, began, ended);
}

void TraceRecorder::outside_mpi(Rank rank, std::optional<std::uint32_t> thread, std::string_view name,
                                const std::string& location, Time began, Time ended) {
    if (!kept_.has(TraceKind::calls, rank, began, ended)) return;
    add(Record::outside_mpi, rank, thread, name, location, began, ended);
}

void TraceRecorder::waited(Rank rank, std::string_view cause, Time began, Time ended) {
    if (kept_.has(TraceKind::waits, rank, began, ended)) add(Record::waited, rank, cause, began, ended);
}

// Records sent packets at any time, also outside of the selected interval: the writer must match each packet that is
// handled with one that was sent.
void TraceRecorder::sent(const Packet& packet, bool by_agent, Time began, Time ended) {
    if (kept_.has_end_of(packet)) add(Record::sent, packet, by_agent, began, ended);
}

void TraceRecorder::handled(const Packet& packet, bool by_agent, Time began, Time ended) {
    if (kept_.has_end_of(packet)) add(Record::handled, packet, by_agent, began, ended);
}

void TraceRecorder::note(Rank rank, const std::string& text, Time at) {
    if (kept_.has(TraceKind::states, rank, at, at)) add(Record::note, rank, text, at);
}

// Records changes of a counter at any time, also outside of the selected interval, because the writer adds up all
// changes since the beginning.
void TraceRecorder::queue(Rank rank, int change, Time at) {
    if (counts(rank)) add(Record::queue, rank, change, at);
}

void TraceRecorder::lock_wait(Rank rank, std::int64_t waited_ns, Time at) {
    if (counts(rank)) add(Record::lock_wait, rank, waited_ns, at);
}

void TraceRecorder::agent_looks(Rank rank, Time at) {
    if (counts(rank)) add(Record::agent_looks, rank, at);
}

void TraceRecorder::elements(Rank rank, ElementKind kind, int change, Time at) {
    if (counts(rank)) add(Record::elements, rank, kind, change, at);
}

void TraceRecorder::counter_changed(const CounterChange& change, const std::string& window, Time at) {
    if (kept_.has(TraceKind::counters, change.owner, at, at)) add(Record::counter_changed, change, window, at);
}

}  // namespace rmasim::sim
