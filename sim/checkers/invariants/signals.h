// Synchronisation counters: a completed request signals once, its signal is applied once, after everything that it
// vouches for, and the counter's value is what was set less the signals that came.
#pragma once

#include "sim/checkers/invariants/operations.h"

#include <deque>
#include <map>
#include <tuple>

namespace rmasim::sim::check {

class Signals {
public:
    Signals(const CheckerContext& context, Operations& operations, Findings& findings)
        : context_(context), operations_(operations), findings_(findings),
          unclaimed_(static_cast<std::size_t>(context.ranks), 0) {}

    void sent(const Packet& packet);
    void counter_changed(const CounterChange& change);
    // `known`: operations of the rank on the window when the call that reports this began.
    void request_stepped(Rank rank, RequestId id, RequestStep step, WindowId window, Rank target, unsigned modes,
                         std::uint64_t known);
    // `requests`: those of the call, which must have reported whichever of them it made signal.
    void call_returned(Rank rank, std::string_view call, const std::vector<RequestId>& requests);
    // Others may get their numbers.
    void requests_freed(Rank rank, const std::vector<RequestId>& requests);
    void ended();
    void reset();

private:
    enum class State : std::uint8_t { inactive, active, complete, signalled };
    // What a signal on its way says: operations of these modes up to this number are done.
    struct Vouch {
        WindowId window;
        unsigned modes;
        std::uint64_t serial;
    };
    using Pair = std::pair<Rank, Rank>;                         // origin, target
    using Counter = std::tuple<Rank, WindowId, std::uint32_t>;  // owner, window, number

    void claim(Rank rank, RequestId id, Rank target);
    void applied(const CounterChange& change);

    const CheckerContext& context_;
    Operations& operations_;
    Findings& findings_;
    std::vector<std::uint32_t> unclaimed_;  // by rank: signals that no completed request accounts for
    std::map<Pair, std::deque<Vouch>> on_their_way_;
    std::map<Counter, std::int64_t> values_;
    std::map<std::pair<Rank, RequestId>, State> states_;
};

}  // namespace rmasim::sim::check
