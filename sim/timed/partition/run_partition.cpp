#include "sim/scenario/families/family.h"
#include "sim/scenario/json/errors.h"
#include "sim/timed/partition/run_partition.h"
#include "sim/timed/timed_run.h"

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

namespace {

std::unique_ptr<RunPartition> partition_of(const Scenario& scenario, Exchange& exchange, SharedTrace* trace) {
    auto partition = std::make_unique<RunPartition>(scenario, exchange, trace);
    if (can_be_shared(scenario)) return partition;
    throw BadInput("processes", std::to_string(exchange.processes()),
                   "1, because in this run nodes affect each other not only by packets");
}

TimedRunOptions with_trace(TimedRunOptions options, SharedTrace* trace) {
    options.trace = trace == nullptr ? nullptr : &trace->recorder();
    return options;
}

}  // namespace

TimedRun::TimedRun(const Scenario& scenario, const TimedRunOptions& options, Exchange& exchange, SharedTrace* trace)
    : TimedRun(Inputs{scenario, with_trace(options, trace), EventOrder::by_node, nullptr,
                      partition_of(scenario, exchange, trace), exchange.on_this_machine()}) {}

std::optional<PartitionResult> TimedRun::run_partition() {
    try {
        if (!ending_.completes([this] { run_events(); }) || was_interrupted()) {
            partition_->packets().stop();
            return std::nullopt;
        }
    } catch (const SharedRunStopped&) {
        return std::nullopt;
    }
    const bool ends_well = ending_.is_as_expected() && ending_.completes([this] { ending_.check_end(); });
    if (!ends_well) return std::nullopt;
    ending_.drain_store_buffers();
    return partition_so_far();
}

PartitionResult TimedRun::partition_so_far() {
    // The outcome of an unfinished partition must not be a deadlock, whose report needs the ranks of other processes.
    if (!ending_.all_finished()) ending_.interrupt();
    const PacketExchange& packets = partition_->packets();
    const CostAccounting& accounting = run_.accounting;
    return {ending_.result(),
            accounting.time_spent(),
            {accounting.element_wait(ElementKind::operation), accounting.element_wait(ElementKind::target)},
            run_.digest.sum(),
            packets.slices(),
            packets.packets_sent(),
            packets.waited_s()};
}

}  // namespace rmasim::sim
