// The invariants of synchronisation counters: a completed request sends one signal. The signal is applied once, after
// all operations that it covers. The counter's value is its initial value minus the number of received signals.
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
    // `known`: number of operations that the rank had posted on the window when the call that reports this step began.
    void request_stepped(Rank rank, RequestId id, RequestStep step, WindowId window, Rank target, unsigned modes,
                         std::uint64_t known);
    // A call returned whose arguments contain `requests`. Checks that the call has reported each of them that has
    // signalled.
    void call_returned(Rank rank, std::string_view call, const std::vector<RequestId>& requests);
    // Later requests may reuse the numbers of these requests.
    void requests_freed(Rank rank, const std::vector<RequestId>& requests);
    void ended();
    void reset();

private:
    enum class State : std::uint8_t { inactive, active, complete, signalled };
    // The content of a signal in flight: operations of these modes up to number `serial` are complete.
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
    std::vector<std::uint32_t> unclaimed_;  // by rank: signals that belong to no completed request yet
    std::map<Pair, std::deque<Vouch>> on_their_way_;
    std::map<Counter, std::int64_t> values_;
    std::map<std::pair<Rank, RequestId>, State> states_;
};

}  // namespace rmasim::sim::check
