// Synchronisation counters of family synccount in happens-before (SPEC.md, MM-EDGE-8 and MM-END-6): the operations that
// a signal covers, and the signals that have lowered a counter. The call that reports a request acquires the clocks of
// these signals.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/group_changes.h"
#include "protocol/base/observer.h"
#include "protocol/memmodel/shadow/access.h"

#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace rmasim::memmodel {

// The spans of operations that the same signals cover: `remote` at the target, `local` for the buffers at the origin.
struct CountedSpans {
    SpanRef remote, local;
};

// A persistent request that a TEST or WAIT has just reported as complete, with the clocks and operations of the report.
// WIN_SYNC_OPS_INIT creates operation requests, WIN_SYNC_OBJECT_INIT creates the requests of counters.
struct Reported {
    WindowId window = 0;
    Rank target = no_rank;  // target of an operation request; no_rank for a counter's request
    SyncModes modes = SyncModes::none;
    // Operation request: the number of a TEST or WAIT. The request covers the operations that were called before it.
    std::uint64_t looks = 0;
    bool signals = false;               // the request has sent its signal during this call
    Sum known{};                        // counter's request: the clocks of its signals
    std::vector<SpanRef> operations{};  // counter's request: the operations that its signals cover

    bool of_counter() const { return target == no_rank; }
};

// The synchronisation counters of all ranks.
class Counters {
public:
    // Returns the spans to which a new operation of the origin belongs.
    const CountedSpans& spans_of(Rank origin, const Operation& operation);
    // A TEST or WAIT for these requests begins. The signals of these requests cover the operations that were called
    // before this TEST or WAIT.
    void looks(Rank rank, const std::vector<RequestId>& requests);

    void changed(const CounterChange& change);
    // A signal is sent. `sent` is the clock of the sending thread. If `applied` is true, the signal ends the covered
    // operations for all ranks.
    void signal(const CounterSignal& signal, const Moment& sent, Call call, bool applied);
    // Records `step`, which happened to a persistent request. If a TEST or WAIT reports the request as complete in this
    // step, the function returns the clocks and the operations of the report. Otherwise it returns nullopt.
    std::optional<Reported> stepped(Rank rank, RequestId request, RequestStep step, WindowId window, Rank target,
                                    unsigned modes);
    // The TEST or WAIT that reports an operation request returns: ends the covered operations for this rank. If
    // `applied` is true, ends them for all ranks.
    void release_clock(Rank rank, const Reported& request, const Moment& now, Call call, bool applied);

private:
    struct Batch {
        SyncModes mode;
        std::uint64_t look;  // number of TESTs and WAITs before it
        CountedSpans spans;
        bool is_needed() const { return spans.remote.owners() > 1 || spans.local.owners() > 1; }
    };
    struct Operations {  // of one rank on one target
        std::uint64_t looks = 0;
        std::vector<Batch> batches;
        std::size_t next_clean_up = 2;
        void clean_up();
    };
    struct Signal {
        Moment sent;
        std::vector<SpanRef> operations;
    };
    struct Counter {
        std::int64_t value = 0;
        std::deque<Signal> counted;  // in the order of arrival
    };
    static bool vouches_for(const Reported& request, const Batch& batch);
    void count(Counter& counter, Reported& request);

    std::map<std::tuple<WindowId, Rank, Rank>, Operations> operations_;  // by window, origin, target
    std::map<std::pair<Rank, RequestId>, Reported> requests_;
    std::map<std::tuple<Rank, WindowId, std::uint32_t>, Counter> counters_;  // by owner, window, number
    // The signals in flight, in the order of sending. The key is the counter's owner, index and generation, and the
    // sender.
    std::map<std::tuple<Rank, std::uint32_t, std::uint32_t, Rank>, std::deque<Signal>> under_way_;
};

// The WIN_CHANGE_COMMs of all windows, with the clocks of their calls. No member of the old or the new group returns
// from the call before all members of both groups have called it.
using GroupChanges = rmasim::GroupChanges<Sum>;

}  // namespace rmasim::memmodel
