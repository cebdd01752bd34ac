// A run that several processes share: each plays some nodes, and tells at the end what they came to.
#pragma once

#include "sim/machine/engine/node_queue.h"
#include "sim/machine/exchange/packet_exchange.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/scenario/model/rank_range.h"
#include "sim/scenario/model/scenario.h"
#include "sim/timed/outcome.h"
#include "sim/timed/shared_trace.h"
#include "sim/timed/time_use.h"

#include <array>
#include <cstdint>
#include <optional>

namespace rmasim::sim {

// What a share of a run came to that ended as it should: all of its programs did, and it met no error.
struct PartitionResult {
    // Of its ranks, as if there were no others. Its times are rounded: the next two are not.
    RunResult result;
    TimeUse time_spent{};
    std::array<Time, 2> element_waits{};  // by ElementKind
    std::uint64_t digest = 0;             // shares' digests add up to the run's
    std::uint64_t windows = 0;
    std::uint64_t packets_sent = 0;  // to other processes
    double waited_s = 0;             // for them, at the ends of windows: wall time, which differs from run to run
};

// Fills in the times of all ranks in a result: by use, and those that calls waited for elements.
void round_times(const Scenario& scenario, const TimeUse& spent, const std::array<Time, 2>& element_waits,
                 RunResult& result);

// The share of this process.
class RunPartition final : private Payloads {
public:
    // All outlive this object; `trace` may be null. Raises BadInput if there are fewer nodes than processes.
    RunPartition(const Scenario& scenario, Exchange& exchange, SharedTrace* trace);

    RankRange ranks() const;
    // Before the run: its events are those of the share's nodes, and packets to others go to the exchange. `memory`
    // outlives the run.
    void limit(NodePartition& order, WindowMemory& memory);
    // The processes' packets; once `limit` was called.
    PacketExchange& packets() { return *packets_; }

private:
    std::size_t bytes_of(Payload payload) const override;
    Payload take(std::size_t bytes) override;
    void give_back(Payload payload) override;

    Exchange& exchange_;
    NodePartitions shares_;
    SharedTrace* trace_;
    WindowMemory* memory_ = nullptr;
    std::optional<PacketExchange> packets_;
};

}  // namespace rmasim::sim
