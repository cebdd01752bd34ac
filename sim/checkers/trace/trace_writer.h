// Writes a run as a Chrome trace (JSON), which Perfetto can open. Each rank has a track with its calls, a slice for
// each wait inside them (category "wait", named as in `time_spent`) and for each packet sent or handled, arrows from
// sending to handling, notes for state changes, and counters of elements in use, of queued requests, of lock waiting
// times, of an agent's polls. call_arguments.h describes the `args` of a call. `otherData` has the scenario's name, the
// settings of the protocol, `header_bytes` (a packet has `header_bytes` plus its "data_bytes" on the wire), the windows
// ("name", "ranks": the window belongs to the ranks below this number, "from_start"), and the MPI function of each call
// ("request_wait": "MPI_Wait"); calls without an entry are not MPI functions. A replay, which has no clock, has
// "clock": "steps" in `otherData`: each step takes a microsecond.
//
// Windows that a program creates during the run follow the events, as "windows", with the ranks of their communicators
// as "communicators". Each of these windows has a unique name, even if it reuses the number of an earlier window.
//
// A call that had not returned when the run ended lasts until the end of the run: "stuck" in its `args` has the awaited
// event, or the rule of MPI that it broke. It has none of the args that come from the answer of a call.
//
// A trace may have only some of the events (trace_selection.h). `otherData` then has "selection": "ranks" (a list),
// "from_ns", "to_ns", "kinds", each only if it excludes something. A packet has an arrow if both its ends are in the
// trace. If the trace reached its maximum size, "truncated" follows the events: "at_ns", and "limit_bytes".
//
// Each change of a synchronisation counter is two events on the track of its owner: a counter, "w counter 1 of rank 0",
// whose `value` viewers plot over time, and a note of category "counter", whose `args` describe the change:
//
//     "win", "counter", "generation"  which of the counters of the rank; `counter` counts those of the window from 0
//     "step"                          allocated, init, start, restart, lowered, freed, late (a signal for a freed one)
//     "from", "to", "count"           its value before and after, and the value that INIT set
//     "lost"                          signals that this reset discarded
//     "by"                            lowered, late: the rank that sent the signal
#pragma once

#include "protocol/base/packet_vocabulary.h"
#include "sim/checkers/trace/trace.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace rmasim::sim {

class TraceWriter final : public Trace {
public:
    // Receives the text of the trace in consecutive parts.
    using Sink = std::function<void(std::string_view)>;
    // The text is complete only after `end`. `vocabulary` names the packets and must outlive the trace.
    TraceWriter(Sink sink, const TraceHead& head, const PacketVocabulary& vocabulary, TraceSelection selection = {});

    void end();
    // The time of the last event, if the trace had reached its maximum size and later events are missing.
    std::optional<Time> truncated_at() const { return truncated_at_; }

    void window_created(WindowId number, const TracedWindow& window, const std::vector<Rank>& members) override;
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
    // Identifies a packet for its arrow: source, target, kind and flags, round, operation, the family's own fields.
    // Packets with equal keys are matched in FIFO order.
    using ArrowKey = std::tuple<Rank, Rank, PacketType, std::uint8_t, OpId, OwnPart>;
    static ArrowKey key_of(const Packet& packet);

    void call(int track, std::string_view name, const std::string& arguments, Time began, Time ended);
    void packet_slice(int track, std::string_view what, const Packet& packet, Time began, Time ended);
    void write(std::string_view text);
    void event(const std::string& text);
    // Writes an event at time `at`. Afterwards the trace may have reached its maximum size.
    void event(const std::string& text, Time at);
    void counter(Rank rank, std::string_view name, std::string_view unit, std::int64_t value, Time at);
    void name_track(int track, const std::string& name, Rank rank);
    int track_of(Rank rank, std::optional<std::uint32_t> thread);
    int track_of(Rank rank, bool agent);
    int own_track(Rank rank, const std::string& name);

    Sink sink_;
    Rank ranks_;
    std::uint64_t bytes_ = 0;
    std::optional<Time> truncated_at_;
    const PacketVocabulary& vocabulary_;
    std::vector<TracedWindow> created_windows_{};            // windows that are not in the head
    std::vector<TracedCommunicators> communicators_of_windows_{};  // the communicators of these windows
    std::map<std::string, int> own_tracks_;
    bool first_ = true;
    std::uint64_t next_arrow_ = 0;
    std::multimap<ArrowKey, std::uint64_t> arrows_;  // ids of packets sent and not yet handled, in order
    std::vector<int> in_use_;                        // index 2 * rank + kind
    std::map<Rank, int> queued_;                     // length of the request queue
    std::map<Rank, int> agent_looks_;
};

}  // namespace rmasim::sim
