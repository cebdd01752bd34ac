#include "protocol/base/errors.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/json/errors.h"
#include "sim/timed/run_partition.h"
#include "sim/timed/simulation.h"
#include "sim/timed/stop_run.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace rmasim::sim {

RunPartition::RunPartition(const Scenario& scenario, Exchange& exchange, SharedTrace* trace)
    : exchange_(exchange),
      partitions_(scenario.ranks, static_cast<Rank>(scenario.platform.ranks_per_node), exchange.processes()),
      trace_(trace) {
    if (usage::CallRecorder::is_needed(scenario)) rules_.emplace(scenario, exchange.number() == 0);
    if (partitions_.nodes() >= exchange.processes()) return;
    throw BadInput("processes", std::to_string(exchange.processes()), "at most as many as the scenario has nodes");
}

RankRange RunPartition::ranks() const {
    const int number = exchange_.number();
    return {partitions_.first_rank(number), partitions_.ranks(number)};
}

void RunPartition::limit(NodePartition& order, WindowMemory& memory) {
    const int number = exchange_.number();
    memory_ = &memory;
    packets_.emplace(exchange_, partitions_, static_cast<Payloads&>(*this));
    order.others = &*packets_;
    order.first_node = static_cast<NodeNumber>(partitions_.first_node(number));
    order.nodes = static_cast<NodeNumber>(partitions_.nodes(number));
    if (rules_) packets_->carry(*rules_);
    if (trace_ == nullptr) return;
    order.journal = trace_;
    packets_->carry(*trace_);
}

std::size_t RunPartition::bytes_of(Payload payload) const { return PayloadPool::bytes_of(payload); }
Payload RunPartition::take(std::size_t bytes) { return memory_->allocate(bytes); }
void RunPartition::give_back(Payload payload) { memory_->release(payload); }

void round_times(const Scenario& scenario, const TimeUse& spent, const std::array<Time, 2>& element_waits,
                 RunResult& result) {
    for (auto& [use, ns] : result.time_spent_ns) ns = to_ns(spent[static_cast<std::size_t>(cause_named(use))]);
    for (const Pool& pool : pools_of(scenario)) {
        if (pool.level != PoolLevel::global) continue;
        result.elements[pool.name].time_waited_ns = to_ns(element_waits[static_cast<std::size_t>(pool.kind)]);
    }
}

SharedTrace::SharedTrace(const Scenario& scenario, const TraceHead& head, TraceSelection selection, Trace* writer)
    : recorder_(head, std::move(selection)) {
    if (writer == nullptr) return;
    const auto ranks_per_node = static_cast<Rank>(scenario.platform.ranks_per_node);
    const NodePartitions partitions(scenario.ranks, ranks_per_node, 1);
    merged_.emplace(*writer, ranks_per_node, static_cast<NodeNumber>(partitions.nodes()));
}

Simulation::Simulation(const Scenario& scenario, Exchange& exchange, Breakdowns by, SharedTrace* trace)
    : Simulation(scenario, nullptr, nullptr, trace == nullptr ? nullptr : &trace->recorder(), false, by,
                 EventOrder::by_node, std::make_unique<RunPartition>(scenario, exchange, trace),
                 exchange.on_this_machine()) {
    if (!can_be_shared()) {
        throw BadInput("processes", std::to_string(exchange.processes()),
                       "1, because in this run nodes affect each other not only by packets");
    }
}

std::optional<PartitionResult> Simulation::run_partition() {
    schedule_programs();
    if (!partition_finished()) return std::nullopt;
    return partition_so_far();
}

PartitionResult Simulation::partition_so_far() {
    // The outcome of an unfinished partition must not be a deadlock, whose report needs the ranks of other processes.
    interrupted_ = interrupted_ || finished_ < ranks_.range().count;
    const PacketExchange& packets = partition_->packets();
    return {collect(),
            accounting_.time_spent(),
            {accounting_.element_wait(ElementKind::operation), accounting_.element_wait(ElementKind::target)},
            digest_.sum(),
            packets.slices(),
            packets.packets_sent(),
            packets.waited_s()};
}

bool Simulation::partition_finished() {
    try {
        if (!runs_to_completion() || interrupted_) {
            partition_->packets().stop();
            return false;
        }
        if (finished_ < ranks_.range().count || wrong_values_.count() > 0) return false;
        check_end();
    } catch (const SharedRunStopped&) {
        return false;
    } catch (const StopRun&) {
        return false;
    } catch (const ProtocolError&) {
        return false;
    } catch (const std::runtime_error&) {
        return false;
    }
    drain_store_buffers();
    return true;
}

}  // namespace rmasim::sim
