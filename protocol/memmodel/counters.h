// Synchronisation counters in happens-before (SPEC.md, MM-EDGE-8 and MM-END-6): the operations that a signal covers,
// the signals that have lowered a counter, and the clocks that the report of a request releases.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/observer.h"
#include "protocol/memmodel/access.h"

#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace rmasim::memmodel {

// The spans of operations that the same signals cover.
struct CountedSpans {
    SpanRef remote, local;
};

// The effects of the report of a request on the reporting call.
struct Reported {
    WindowId window = 0;
    Rank target = no_rank;  // no_rank: a counter's request
    SyncModes modes = SyncModes::none;
    std::uint64_t looks = 0;            // operation request: it covers operations called before this TEST or WAIT
    bool signals = false;               // the signal left during this call
    Sum known{};                        // counter's request: the clocks of its signals
    std::vector<SpanRef> operations{};  // counter's request: the operations that its signals cover

    bool of_counter() const { return target == no_rank; }
};

// The synchronisation counters of all ranks.
class Counters {
public:
    // Returns the spans for an operation of the origin.
    const CountedSpans& spans_of(Rank origin, const Operation& operation);
    // A TEST or WAIT begins. The signals of these requests cover the operations called before it.
    void looks(Rank rank, const std::vector<RequestId>& requests);

    void changed(const CounterChange& change);
    // A signal is sent. `sent`: the clock of the signalling thread. `applied`: the signal ends the operations for all
    // ranks.
    void signal(const CounterSignal& signal, const Moment& sent, Call call, bool applied);
    // Returns the effects of a report on the call that reports the request; nullopt for other steps.
    std::optional<Reported> stepped(Rank rank, RequestId request, RequestStep step, WindowId window, Rank target,
                                    unsigned modes);
    // A call of the rank that reports an operation request returns.
    void release_clock(Rank rank, const Reported& request, const Moment& now, Call call, bool applied);

private:
    struct Batch {
        SyncModes mode;
        std::uint64_t look;  // number of TESTs and WAITs before it
        CountedSpans spans;
        bool is_needed() const { return spans.remote.use_count() > 1 || spans.local.use_count() > 1; }
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
    // Signals in flight, by owner, counter index, generation and origin, in the order of sending.
    std::map<std::tuple<Rank, std::uint32_t, std::uint32_t, Rank>, std::deque<Signal>> under_way_;
};

// One WIN_CHANGE_COMM: no member of the old or the new group returns before all members of both have called it.
struct GroupChange {
    std::size_t missing = 0;
    Sum sum{};
};

}  // namespace rmasim::memmodel
