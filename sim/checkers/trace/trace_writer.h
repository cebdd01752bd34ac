// Writes a run as a Chrome trace (JSON), which Perfetto can open. Each rank has a track with these events:
//
//  - slices for calls, for waits inside calls, and for packets sent or handled; waits have the category "wait" and
//    the names that `time_spent` of the result has
//  - arrows from the sending of a packet to its handling
//  - notes for changes of state
//  - counters of elements in use, of queued requests, of lock waiting times, and of the polls of an agent
//
// call_arguments.h describes the `args` of a call. `otherData` has the scenario's name, the settings of the protocol,
// `header_bytes`, the windows, and the MPI function of each call ("request_wait": "MPI_Wait"). A packet has
// `header_bytes` plus its "data_bytes" on the wire. A window has "name", "ranks" (the window belongs to the ranks below
// this number) and "from_start" (true if the window exists from the beginning of the run). If the list of MPI functions
// has no entry for a call, the call is not an MPI function. The trace of a replay has no times: `otherData` then has
// "clock": "steps", and each step takes a microsecond.
//
// If a program creates windows during the run, two keys follow the events. The key "windows" has these windows, and the
// key "communicators" has the ranks of their communicators. Each of these windows has a unique name, even if it has the
// number of an earlier window.
//
// If a call has not returned when the run ends, its slice lasts until the end of the run. In its `args`, "stuck" then
// has the event that the call waits for, or the rule of MPI that the call broke. The args that describe results of the
// call are left out.
//
// A trace may have only some of the events (trace_selection.h). `otherData` then has "selection" with the keys "ranks"
// (a list), "from_ns", "to_ns" and "kinds"; a key is left out if it excludes no event. A packet has an arrow if the
// trace has both its sending and its handling. If the trace has reached its maximum size, the key "truncated" follows
// the events, with "at_ns" and "limit_bytes".
//
// The trace has two events for each change of a synchronisation counter, on the track of the counter's owner. The first
// is a counter event such as "w counter 1 of rank 0". Viewers plot its `value` over time. The second is a note of
// category "counter" whose `args` describe the change:
//
//     "win", "counter", "generation"  identify the counter at the rank; "counter" is its number in the window, from 0
//     "step"                          allocated, init, start, restart, lowered, freed, late (a signal for a freed one)
//     "from", "to", "count"           the counter's value before and after the change, and the value that INIT set
//     "lost"                          number of signals that the reset of the counter discarded
//     "by"                            for the steps lowered and late: the rank that sent the signal
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
    // Creates a trace whose text is complete only after `end`. `vocabulary` names the packets and must outlive the
    // trace.
    TraceWriter(Sink sink, const TraceHead& head, const PacketVocabulary& vocabulary, TraceSelection selection = {});

    void end();
    // Returns the time of the last event if the trace reached its maximum size and later events are missing.
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
    // The key by which the handling of a packet is matched with its sending, to draw an arrow. The key has the source,
    // the target, the kind with the flags, the round (for packets of a barrier), the operation, and the fields that
    // only the packet's family uses. If several packets have equal keys, the packet that was sent first is handled
    // first.
    using ArrowKey = std::tuple<Rank, Rank, PacketType, std::uint8_t, OpId, OwnPart>;
    static ArrowKey key_of(const Packet& packet);

    void call(int track, std::string_view name, const std::string& arguments, Time began, Time ended);
    void packet_slice(int track, std::string_view what, const Packet& packet, Time began, Time ended);
    void write(std::string_view text);
    void event(const std::string& text);
    // Writes an event at time `at`, and ends the trace if it has reached its maximum size.
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
    std::vector<TracedWindow> created_windows_{};            // windows created during the run, so not in the head
    std::vector<TracedCommunicators> communicators_of_windows_{};  // the communicators of these windows
    std::map<std::string, int> own_tracks_;
    bool first_ = true;
    std::uint64_t next_arrow_ = 0;
    // The ids of the arrows of packets that were sent and not yet handled, in the order of sending.
    std::multimap<ArrowKey, std::uint64_t> arrows_;
    std::vector<int> in_use_;                        // elements in use, at index 2 * rank + kind
    std::map<Rank, int> queued_;                     // by rank: length of its request queue
    std::map<Rank, int> agent_looks_;
};

}  // namespace rmasim::sim
