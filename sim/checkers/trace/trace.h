// The interface through which a run reports events for its trace: calls, waits, packets, changes of state. There are
// two implementations. One writes the trace (trace_writer.h). The other one records the events and sends them to the
// process that writes the trace (trace_recorder.h).
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/observer.h"
#include "sim/checkers/trace/kept_events.h"
#include "sim/checkers/trace/window_names.h"
#include "sim/machine/engine/time.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rmasim::sim {

struct TracedWindow {
    std::string name;
    Rank ranks;          // the window belongs to the ranks below this number
    bool from_start;     // true: the window exists from the start of the run; false: a call creates it
    std::string comm{};  // name of communicators that have one such window each; empty: the window is of all ranks
};

// A name in a scenario that stands for one or several communicators. The communicators of one name are disjoint.
struct TracedCommunicators {
    std::string name;
    std::vector<std::vector<Rank>> ranks;  // for each communicator, its members by communicator rank
};

// The properties of a run that are written in its trace in addition to the events.
struct TraceHead {
    std::string scenario;
    std::string protocol;  // the protocol's settings as JSON
    Rank ranks;
    std::int64_t header_bytes;
    std::vector<TracedWindow> windows;  // by number
    // True if the run is a replay without a clock. In the trace, each step then takes a microsecond.
    bool in_steps = false;
    std::vector<TracedCommunicators> communicators{};  // by number
    std::string variant{};                             // name of the scenario's variant; may be empty
};

// A call that had not returned when the run ended, or a wait for other threads of the rank that had not ended.
struct UnfinishedCall {
    Rank rank;
    std::optional<std::uint32_t> thread;  // only if the rank has several threads
    std::string name;
    std::string location;
    std::string reason;  // the awaited event, or the rule of MPI that the call broke
};

class Trace {
public:
    virtual ~Trace() = default;

    // Reports a window that is created during the run. Must be called before the first event that refers to this window
    // number. `members` are the ranks of the window's communicator, by communicator rank.
    virtual void window_created(WindowId number, const TracedWindow& window, const std::vector<Rank>& members);
    const std::string& window_name(Rank rank, WindowId number) const { return windows_.of(rank, number); }

    // `call_begins` and `call_ended` report the beginning and the end of an MPI call of a thread. A thread is in at
    // most one call at a time. `thread` is nullopt if the rank has only one thread. If the rank has several threads,
    // each of them has its own track, and the track of the rank itself shows the activities of the MPI library.
    void call_begins(Rank rank, std::optional<std::uint32_t> thread, const CallRequest& call);
    void call_ended(Rank rank, std::optional<std::uint32_t> thread, const CallAnswer& answer,
                    const std::string& location, Time began, Time ended);
    void call_never_ended(const UnfinishedCall& call, Time began, Time end_of_run);

    // Reports a whole call as one event: after the call has returned, or at the end of the run if it has not returned.
    // `arguments` is JSON.
    virtual void called(Rank rank, std::optional<std::uint32_t> thread, std::string_view name,
                        const std::string& arguments, Time began, Time ended) = 0;
    // Reports an activity of a thread outside MPI: a computation, or waiting for other threads of its rank.
    virtual void outside_mpi(Rank rank, std::optional<std::uint32_t> thread, std::string_view name,
                             const std::string& location, Time began, Time ended) = 0;
    // Reports that the rank's MPI library was idle from `began` to `ended`. `cause` is one of the names that
    // `time_spent` in the result has.
    virtual void waited(Rank rank, std::string_view cause, Time began, Time ended) = 0;
    // `sent` and `handled` report that a packet was sent or handled. `by_agent` is true if the rank's progress agent
    // sent or handled the packet. An agent has its own track.
    virtual void sent(const Packet& packet, bool by_agent, Time began, Time ended) = 0;
    virtual void handled(const Packet& packet, bool by_agent, Time began, Time ended) = 0;
    virtual void note(Rank rank, const std::string& text, Time at) = 0;
    // Reports that a request packet was added to the rank's queue (`change` is 1) or removed from it (`change` is -1).
    virtual void queue(Rank rank, int change, Time at) = 0;
    // Reports that a lock of the rank's window was granted `waited_ns` after its request.
    virtual void lock_wait(Rank rank, std::int64_t waited_ns, Time at) = 0;
    // Reports that the rank's agent woke up and polled.
    virtual void agent_looks(Rank rank, Time at) = 0;
    virtual void elements(Rank rank, ElementKind kind, int change, Time at) = 0;
    virtual void counter_changed(const CounterChange& change, const std::string& window, Time at) = 0;

protected:
    Trace(const TraceHead& head, TraceSelection selection);

    KeptEvents kept_;

private:
    const std::string* window_of(Rank rank, const CallRequest& call) const;  // null if the call has no window

    WindowNames windows_;
    std::vector<std::string> communicators_;                                      // names, by number
    std::map<std::pair<Rank, std::optional<std::uint32_t>>, CallRequest> calls_;  // the current call of each thread
};

}  // namespace rmasim::sim
