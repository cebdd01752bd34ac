// The invariants of synchronisation counters. A persistent request that completes sends one signal. The target applies
// each signal once, after all operations that the signal covers. The counter's value is its initial value minus the
// number of received signals.
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
    // Checks a change of a request's state, such as its start or its completion. A call reports this change; `known` is
    // the number of operations on the window that the rank had called before that call began.
    void request_stepped(Rank rank, RequestId id, RequestStep step, WindowId window, Rank target, unsigned modes,
                         std::uint64_t known);
    // Must be called when a call returns whose arguments contain `requests`. Checks that the call has reported the
    // completion of each of these requests that has sent its signal.
    void call_returned(Rank rank, std::string_view call, const std::vector<RequestId>& requests);
    // Records that requests are freed. Later requests may reuse their numbers.
    void requests_freed(Rank rank, const std::vector<RequestId>& requests);
    void ended();
    void reset();

private:
    enum class State : std::uint8_t { inactive, active, complete, signalled };
    // The content of a signal in flight. The signal guarantees that the origin's operations on the window up to number
    // `serial` are complete. This concerns only operations of the kinds `modes`.
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
    // By rank: number of signals that were sent since a request of the rank last completed.
    std::vector<std::uint32_t> unclaimed_;
    std::map<Pair, std::deque<Vouch>> on_their_way_;
    std::map<Counter, std::int64_t> values_;
    std::map<std::pair<Rank, RequestId>, State> states_;
};

}  // namespace rmasim::sim::check
