// Writes a run as a Chrome trace (JSON), which Perfetto can open. Each rank has a track with its calls, a slice for
// each wait inside them (category "wait", named as in `time_spent`) and for each packet sent or handled, arrows from
// sending to handling, notes for state changes, and counters of elements in use, of queued requests, of what locks
// waited, of an agent's looks. What the `args` of a call say is in call_arguments.h. `otherData` has the scenario's
// name, the settings of the protocol, `header_bytes` (a packet has as many on the wire, and its "data_bytes"), the
// windows ("name", "ranks": the first so many have it, "from_start"), and what each call is in MPI ("request_wait":
// "MPI_Wait"); calls that are not there are none of MPI's. Of a replay, which has no clock, it has "clock": "steps":
// each step takes a microsecond.
//
// Windows that come while a program runs are told behind the events, as "windows", with the ranks of their
// communicators as "communicators": there each window has a name of its own, also if its number was another one's
// before.
//
// A call that the run ended inside of lasts until the end of the run: "stuck" in its `args` says what it waits for, or
// which rule of MPI it broke. It has none of the args that a call gets from its answer.
//
// A trace may have a part of the events only (trace_selection.h). `otherData` then has "selection": "ranks" (a list),
// "from_ns", "to_ns", "kinds", as far as they leave something out. A packet has an arrow if both its ends are there. If
// the trace ended at its size, "truncated" follows the events: "at_ns", and "limit_bytes".
//
// Each change of a synchronisation counter is two events on the track of its owner: a counter, "w counter 1 of rank 0",
// whose `value` viewers draw over time, and a note of category "counter", whose `args` say what happened:
//
//     "win", "counter", "generation"  which of the counters of the rank; `counter` counts those of the window from 0
//     "step"                          allocated, init, start, restart, lowered, freed, late (a signal for a freed one)
//     "from", "to", "count"           its value before and after, and what INIT set it to
//     "lost"                          signals that this reset wiped out
//     "by"                            lowered, late: the rank whose signal it was
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
    // Takes the text piece by piece, where it is to be written.
    using Sink = std::function<void(std::string_view)>;
    // The text is complete only after `end`. `vocabulary` names the packets and outlives the trace.
    TraceWriter(Sink sink, const TraceHead& head, const PacketVocabulary& vocabulary, TraceSelection selection = {});

    void end();
    // Later events were left out, because the trace had reached its size.
    std::optional<Time> truncated_at() const { return truncated_at_; }

    void window_created(WindowId number, const TracedWindow& window, const std::vector<Rank>& members) override;
    void called(Rank rank, std::optional<std::uint32_t> thread, std::string_view name, const std::string& arguments,
                Time began, Time ended) override;
    void outside_mpi(Rank rank, std::optional<std::uint32_t> thread, std::string_view name, const std::string& place,
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
    // Identifies a packet for its arrow: source, target, kind and flags, round, operation, the family's part. Packets
    // with equal keys are matched in FIFO order.
    using ArrowKey = std::tuple<Rank, Rank, PacketType, std::uint8_t, OpId, OwnPart>;
    static ArrowKey key_of(const Packet& packet);

    void call(int track, std::string_view name, const std::string& arguments, Time began, Time ended);
    void packet_slice(int track, std::string_view what, const Packet& packet, Time began, Time ended);
    void write(std::string_view text);
    void event(const std::string& text);
    // An event at this time, after which the trace may have reached its size.
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
    std::vector<TracedWindow> came_{};            // windows that the head did not have
    std::vector<TracedCommunicators> came_of_{};  // communicators of these
    std::map<std::string, int> own_tracks_;
    bool first_ = true;
    std::uint64_t next_arrow_ = 0;
    std::multimap<ArrowKey, std::uint64_t> arrows_;  // ids of packets sent and not yet handled, in order
    std::vector<int> in_use_;                        // elements in use: index 2 * rank + kind
    std::map<Rank, int> queued_;                     // requests
    std::map<Rank, int> agent_looks_;
};

}  // namespace rmasim::sim
