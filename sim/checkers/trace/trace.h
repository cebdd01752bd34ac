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

#include "protocol/base/call_request.h"
#include "protocol/base/observer.h"
#include "protocol/base/packet_vocabulary.h"
#include "sim/checkers/trace/trace_selection.h"
#include "sim/checkers/trace/window_names.h"
#include "sim/machine/engine/time.h"

#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace rmasim::sim {

struct TracedWindow {
    std::string name;
    Rank ranks;          // the first so many have it
    bool from_start;     // no call creates it
    std::string comm{};  // communicators of this name have one each; empty: it is of all ranks
};

// One name of a scenario: its communicators share no rank.
struct TracedCommunicators {
    std::string name;
    std::vector<std::vector<Rank>> ranks;  // of each, by place
};

// What is told before the events.
struct TraceHead {
    std::string scenario;
    std::string protocol;  // its settings as JSON
    Rank ranks;
    std::int64_t header_bytes;
    std::vector<TracedWindow> windows;                 // by number
    bool in_steps = false;                             // a step takes a microsecond
    std::vector<TracedCommunicators> communicators{};  // by number
};

// A call, or a wait for other threads of the rank, that the run ended inside of.
struct UnfinishedCall {
    Rank rank;
    std::optional<std::uint32_t> thread;  // if the rank has several
    std::string name;
    std::string place;
    std::string reason;  // what it waits for, or the broken rule
};

class Trace {
public:
    // Takes the text piece by piece, where it is to be written.
    using Sink = std::function<void(std::string_view)>;
    // The text is complete only after `end`. `vocabulary` names the packets and outlives the trace.
    Trace(Sink sink, const TraceHead& head, const PacketVocabulary& vocabulary, TraceSelection selection = {});

    // A window that comes while the run goes on, before it is named. `members`: of its communicator, by place.
    void window_came(WindowId number, const TracedWindow& window, const std::vector<Rank>& members);
    const std::string& window_name(Rank rank, WindowId number) const { return windows_.of(rank, number); }

    // What a thread does outside MPI: it computes, or meets others of its rank. `thread` is set if the rank has several
    // threads. Each then has a track of its own, and the rank's track shows what the library does.
    void outside_mpi(Rank rank, std::optional<std::uint32_t> thread, std::string_view name, const std::string& place,
                     Time began, Time ended);
    // An MPI call of a thread begins, and ends. A thread is in one call at a time.
    void call_begins(Rank rank, std::optional<std::uint32_t> thread, const CallRequest& call);
    void call_ended(Rank rank, std::optional<std::uint32_t> thread, const CallAnswer& answer, const std::string& place,
                    Time began, Time ended);
    void call_never_ended(const UnfinishedCall& call, Time began, Time end_of_run);
    // The rank's library was idle, for this cause of `time_spent`.
    void waited(Rank rank, std::string_view cause, Time began, Time ended);
    // `by_agent`: done by the rank's progress agent, which has a track of its own.
    void sent(const Packet& packet, bool by_agent, Time began, Time ended);
    void handled(const Packet& packet, bool by_agent, Time began, Time ended);
    void note(Rank rank, const std::string& text, Time at);
    // A request came to the rank's queue, or left it.
    void queue(Rank rank, int change, Time at);
    // A lock of the rank's window was granted after that long.
    void lock_wait(Rank rank, std::int64_t waited_ns, Time at);
    // The rank's agent woke up and looked.
    void agent_looks(Rank rank, Time at);
    void elements(Rank rank, ElementKind kind, int change, Time at);
    void counter_changed(const CounterChange& change, const std::string& window, Time at);

    void end();
    // Later events were left out, because the trace had reached its size.
    std::optional<Time> truncated_at() const { return truncated_at_; }

private:
    // Identifies a packet for its arrow: source, target, kind and flags, round, operation, the family's part. Packets
    // with equal keys are matched in FIFO order.
    using ArrowKey = std::tuple<Rank, Rank, PacketType, std::uint8_t, OpId, OwnPart>;
    static ArrowKey key_of(const Packet& packet);

    bool keeps(TraceKind kind) const { return kinds_[static_cast<std::size_t>(kind)]; }
    bool keeps(Rank rank) const { return ranks_kept_.empty() || ranks_kept_[static_cast<std::size_t>(rank)]; }
    bool keeps(TraceKind kind, Rank rank, Time began, Time ended) const {
        return keeps(kind) && keeps(rank) && began <= selection_.to && ended >= selection_.from;
    }
    const std::string* window_of(Rank rank, const CallRequest& call) const;  // null: it has none
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
    TraceSelection selection_;
    std::array<bool, trace_kinds.size()> kinds_{};
    std::vector<bool> ranks_kept_;  // empty: all
    std::uint64_t bytes_ = 0;
    std::optional<Time> truncated_at_;
    const PacketVocabulary& vocabulary_;
    WindowNames windows_;
    std::vector<std::string> communicators_;      // their names
    std::vector<TracedWindow> came_{};            // windows that the head did not have
    std::vector<TracedCommunicators> came_of_{};  // communicators of these
    std::map<std::string, int> own_tracks_;
    std::map<std::pair<Rank, std::optional<std::uint32_t>>, CallRequest> calls_;  // that each thread is inside of
    bool first_ = true;
    std::uint64_t next_arrow_ = 0;
    std::map<ArrowKey, std::queue<std::uint64_t>> arrows_;  // ids of packets sent and not yet handled
    std::vector<int> in_use_;                               // elements in use: index 2 * rank + kind
    std::map<Rank, int> queued_;                            // requests
    std::map<Rank, int> agent_looks_;
};

}  // namespace rmasim::sim
