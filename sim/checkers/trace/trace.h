// What a run reports for its trace: its calls, waits, packets, changes of state. Whoever gets the reports writes them
// (trace_writer.h), or records them for a process that does (trace_recorder.h).
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
    std::string variant{};                             // of the scenario's file; may be empty
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
    virtual ~Trace() = default;

    // A window that comes while the run goes on, before it is named. `members`: of its communicator, by place.
    virtual void window_created(WindowId number, const TracedWindow& window, const std::vector<Rank>& members);
    const std::string& window_name(Rank rank, WindowId number) const { return windows_.of(rank, number); }

    // An MPI call of a thread begins, and ends. A thread is in one call at a time. `thread` is set if the rank has
    // several threads. Each then has a track of its own, and the rank's track shows what the library does.
    void call_begins(Rank rank, std::optional<std::uint32_t> thread, const CallRequest& call);
    void call_ended(Rank rank, std::optional<std::uint32_t> thread, const CallAnswer& answer, const std::string& place,
                    Time began, Time ended);
    void call_never_ended(const UnfinishedCall& call, Time began, Time end_of_run);

    // The last two as they are told: `arguments` is JSON.
    virtual void called(Rank rank, std::optional<std::uint32_t> thread, std::string_view name,
                        const std::string& arguments, Time began, Time ended) = 0;
    // What a thread does outside MPI: it computes, or meets others of its rank.
    virtual void outside_mpi(Rank rank, std::optional<std::uint32_t> thread, std::string_view name,
                             const std::string& place, Time began, Time ended) = 0;
    // The rank's library was idle, for this cause of `time_spent`.
    virtual void waited(Rank rank, std::string_view cause, Time began, Time ended) = 0;
    // `by_agent`: done by the rank's progress agent, which has a track of its own.
    virtual void sent(const Packet& packet, bool by_agent, Time began, Time ended) = 0;
    virtual void handled(const Packet& packet, bool by_agent, Time began, Time ended) = 0;
    virtual void note(Rank rank, const std::string& text, Time at) = 0;
    // A request came to the rank's queue, or left it.
    virtual void queue(Rank rank, int change, Time at) = 0;
    // A lock of the rank's window was granted after that long.
    virtual void lock_wait(Rank rank, std::int64_t waited_ns, Time at) = 0;
    // The rank's agent woke up and looked.
    virtual void agent_looks(Rank rank, Time at) = 0;
    virtual void elements(Rank rank, ElementKind kind, int change, Time at) = 0;
    virtual void counter_changed(const CounterChange& change, const std::string& window, Time at) = 0;

protected:
    Trace(const TraceHead& head, TraceSelection selection);

    KeptEvents kept_;

private:
    const std::string* window_of(Rank rank, const CallRequest& call) const;  // null: it has none

    WindowNames windows_;
    std::vector<std::string> communicators_;                                      // their names
    std::map<std::pair<Rank, std::optional<std::uint32_t>>, CallRequest> calls_;  // that each thread is inside of
};

}  // namespace rmasim::sim
