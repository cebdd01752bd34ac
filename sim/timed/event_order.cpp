// The choice of the event order, the run node by node, and the repetition of a run by time.
#include "sim/timed/event_order.h"

#include "protocol/base/errors.h"
#include "sim/scenario/families/family.h"
#include "sim/timed/simulation.h"
#include "sim/timed/stop_run.h"

#include <stdexcept>

namespace rmasim::sim {

// Returns the least time between an event and the arrival of a packet that it sends to another node. Usually this is
// the CPU time of sending plus the latency. There are two exceptions, in which the result is only the latency. If ranks
// share a port, a packet departs by an event of its own, after the CPU time of sending. A NIC answers without the CPU.
Time lookahead(const Scenario& scenario) {
    const auto& network = scenario.platform.network;
    const Time latency = from_ns(network.latency_ns);
    const bool sends_at_once = scenario.platform.ranks_per_node > 1 || scenario.family->uses_nic(*scenario.protocol);
    return sends_at_once ? latency : latency + from_ns(network.overhead_ns + scenario.costs.issue_ns);
}

void Simulation::choose_event_order() {
    if (!nodes_interact_by_packets_only() || (usage_ && usage_->compares_ranks())) return;
    const Time ahead = lookahead(scenario_);
    if (ahead == 0) return;
    NodePartition order{.ranks_per_node = static_cast<Rank>(scenario_.platform.ranks_per_node), .lookahead = ahead};
    if (partition_) partition_->limit(order, memory_);
    if (order.journal == nullptr) order.ports = network_->in_ports();
    if (partition_ && by_.rank) {
        partition_->packets().on_packet_received(
            [this](const Packet& packet) { accounting_.packet_received_from_remote(packet); });
    }
    loop_.run_by_node_slices(order);
    by_node_ = true;
}

// True if nodes of this run affect each other only by packets, so that events need not be executed by time. The
// checkers of invariants and of memory compare several ranks, so they need all events by time. Faults are recorded in
// the order of time. A mutex is acquired without delay, so mutexes also need events by time.
bool Simulation::nodes_interact_by_packets_only() const {
    const PlatformSettings& settings = scenario_.platform;
    const bool plain_network = settings.network.model == NetworkModel::loggp && settings.network.reorder_ns == 0 &&
                               platform_.simgrid() == nullptr && platform_.nodes() > 1;
    const bool traced = trace_ != nullptr && !partition_;  // the trace of a shared run is sorted by time later
    const bool watched = traced || checkers_.invariants || checkers_.semantics;
    return plain_network && !watched && !live_ && !faults_ && !mutexes_ && !scenario_.shares_windows();
}

// Executes the run node by node. Returns true if its result is that of a run by time. Returns false after an error, a
// wrong value or a deadlock. Then the run must be repeated by time. The result must report the first error in the order
// of time, and the report of a deadlock needs the epochs, which only a run by time records.
bool Simulation::finished_by_node() {
    if (!runs_to_completion()) return false;
    return interrupted_ || (wrong_values_.count() == 0 && finished_ == ranks_.range().count);
}

bool Simulation::runs_to_completion() {
    try {
        loop_.run(*this);
    } catch (const RunInterrupted&) {
        interrupted_ = true;
    } catch (const StopRun&) {
        return false;
    } catch (const ProtocolError&) {
        return false;
    } catch (const std::runtime_error&) {
        return false;
    }
    return true;
}

RunResult Simulation::rerun_in_global_order() {
    ranks_.drop();  // the memory of two runs may be too large
    global_order_run_ = std::make_unique<Simulation>(scenario_, nullptr, false, by_, EventOrder::in_time);
    if (look_) global_order_run_->look_between_events(look_);
    return global_order_run_->run();
}

}  // namespace rmasim::sim
