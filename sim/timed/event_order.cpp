#include "sim/timed/event_order.h"

#include "sim/checkers/usage/usage.h"
#include "sim/machine/platform/platform.h"
#include "sim/scenario/families/family.h"
#include "sim/timed/timed_run_options.h"

namespace rmasim::sim {

// Returns the least time between an event and the arrival of a packet that it sends to another node. Usually this is
// the CPU time of sending plus the latency. There are two exceptions, in which the result is only the latency. If ranks
// share a port, a packet departs by an event of its own, after the CPU time of sending. A NIC answers without the CPU.
Time lookahead(const Scenario& scenario) {
    const auto& network = scenario.platform.network;
    const Time latency = from_ns(network.latency_ns);
    const bool sends_at_once =
        scenario.platform.ranks_per_node > 1 || scenario.family->processes.uses_nic(*scenario.protocol);
    return sends_at_once ? latency : latency + from_ns(network.overhead_ns + scenario.costs.issue_ns);
}

// The checker of memory compares several ranks, so it needs all events by time. Faults are recorded in the order of
// time. A mutex is acquired without delay, so mutexes also need events by time.
bool can_be_shared(const Scenario& scenario) {
    const PlatformSettings& settings = scenario.platform;
    const bool several_nodes = scenario.ranks > settings.ranks_per_node;
    const bool plain_network = !needs_simgrid(settings) && settings.network.reorder_ns == 0 && several_nodes;
    const bool in_time_only = scenario.semantics != Semantics::off || scenario.faults.any() ||
                              scenario.family->traits.needs_mutexes || scenario.shares_windows();
    return plain_network && !in_time_only && lookahead(scenario) > 0;
}

// The checker of invariants compares several ranks, and the events of a trace are sorted by time.
bool can_run_by_node(const Scenario& scenario, const TimedRunOptions& options) {
    return options.trace == nullptr && !options.check && can_be_shared(scenario) && !usage::compares_ranks(scenario);
}

}  // namespace rmasim::sim
