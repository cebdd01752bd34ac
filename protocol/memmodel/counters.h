// Synchronisation counters (SPEC.md, MM-EDGE-8 and MM-END-6): which operations a signal vouches for, which signals have
// lowered a counter, and what the call learns that reports a request.
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

// Of operations that the same signals vouch for.
struct CountedSpans {
    SpanRef remote, local;
};

// What the call learns that reports a request.
struct Reported {
    WindowId window = 0;
    Rank target = no_rank;             // no_rank: a counter's request
    SyncModes modes = SyncModes::none;
    std::uint64_t looks = 0;           // of operations: those before this look
    bool signals = false;              // the signal left during this call
    Sum known{};                       // of a counter: what the signals told ...
    std::vector<SpanRef> operations{}; // ... and vouched for

    bool of_counter() const { return target == no_rank; }
};

class Counters {
public:
    // The spans of an operation of the origin.
    const CountedSpans& spans_of(Rank origin, const Operation& operation);
    // A TEST or WAIT begins. The signals of these requests vouch for what was called before.
    void looks(Rank rank, const std::vector<RequestId>& requests);

    void changed(const CounterChange& change);
    // `sent`: all that the signalling thread knows. `applied`: the operations are over with it, for everybody.
    void signal(const CounterSignal& signal, const Moment& sent, Call call, bool applied);
    // What the call that reports the request learns when it returns; none for other steps.
    std::optional<Reported> stepped(Rank rank, RequestId request, RequestStep step, WindowId window, Rank target,
                                    unsigned modes);
    // A call of the rank returns that reports a request of operations.
    void release_clock(Rank rank, const Reported& request, const Moment& now, Call call, bool applied);

private:
    struct Batch {
        SyncModes mode;
        std::uint64_t look;  // number of looks before it
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
        std::deque<Signal> counted;  // in the order in which they came
    };
    static bool vouches_for(const Reported& request, const Batch& batch);
    void count(Counter& counter, Reported& request);

    std::map<std::tuple<WindowId, Rank, Rank>, Operations> operations_;  // by origin, target
    std::map<std::pair<Rank, RequestId>, Reported> requests_;
    std::map<std::tuple<Rank, WindowId, std::uint32_t>, Counter> counters_;  // by owner, number
    // By owner, place, generation and origin, in the order in which they left.
    std::map<std::tuple<Rank, std::uint32_t, std::uint32_t, Rank>, std::deque<Signal>> under_way_;
};

// WIN_CHANGE_COMM: nobody of both groups leaves it before all have come.
struct GroupChange {
    std::size_t missing = 0;
    Sum sum{};
};

}  // namespace rmasim::memmodel
