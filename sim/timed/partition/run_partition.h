// The partition of a shared run: the nodes that one process simulates, and the results of these nodes at the end of the
// run.
#pragma once

#include "sim/machine/engine/node_queue.h"
#include "sim/machine/exchange/packet_exchange.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/scenario/model/rank_range.h"
#include "sim/scenario/model/scenario.h"
#include "sim/timed/counts/time_use.h"
#include "sim/timed/outcome.h"
#include "sim/timed/partition/shared_rules.h"
#include "sim/timed/partition/shared_trace.h"

#include <array>
#include <cstdint>
#include <optional>

namespace rmasim::sim {

// The result of a partition whose programs all finished without errors.
struct PartitionResult {
    // The result of the partition's ranks, as if other ranks did not exist. The times in `result` are rounded; those in
    // the other fields of PartitionResult are not.
    RunResult result;
    TimeUse time_spent{};
    std::array<Time, 2> element_waits{};  // by ElementKind
    std::uint64_t digest = 0;             // the run's digest is the sum over all partitions
    std::uint64_t slices = 0;
    std::uint64_t packets_sent = 0;  // number of packets to other processes
    double waited_s = 0;             // wall time of waiting for other processes at the ends of slices
};

// Sets rounded times in a result: the times of all ranks by use, and the times for which calls waited for pool
// elements.
void round_times(const Scenario& scenario, const TimeUse& spent, const std::array<Time, 2>& element_waits,
                 RunResult& result);

// The partition of a shared run that this process simulates.
class RunPartition final : private Payloads {
public:
    // All arguments must outlive this object. `trace` may be null. Raises BadInput if there are fewer nodes than
    // processes.
    RunPartition(const Scenario& scenario, Exchange& exchange, SharedTrace* trace);

    RankRange ranks() const;
    // Limits a run to this partition. The run then has only events of the partition's nodes, and sends packets to other
    // nodes by the Exchange. Must be called before the run. `memory` must outlive the run.
    void limit(NodePartition& order, WindowMemory& memory);
    // Returns the object that sends packets to the other processes and receives packets from them. Precondition:
    // limit() was called.
    PacketExchange& packets() { return *packets_; }
    // Returns the object that records calls for the rules between ranks. Null if the programs can break no such rule.
    usage::CallRecorder* calls() { return rules_ ? &rules_->calls() : nullptr; }

private:
    std::size_t bytes_of(Payload payload) const override;
    Payload take(std::size_t bytes) override;
    void give_back(Payload payload) override;

    Exchange& exchange_;
    NodePartitions partitions_;
    SharedTrace* trace_;
    std::optional<SharedRules> rules_;
    WindowMemory* memory_ = nullptr;
    std::optional<PacketExchange> packets_;
};

}  // namespace rmasim::sim
