// The way of a packet from a rank to the network: the packet is charged, counted and reported, and then lost or given
// to the network. PacketPath is the Transport of the protocol's code.
#pragma once

#include "protocol/base/world.h"
#include "sim/machine/network/network.h"
#include "sim/timed/costs/message_costs.h"
#include "sim/timed/ranks/fault_injection.h"
#include "sim/timed/run_parts.h"

#include <memory>

namespace rmasim::sim {

class PacketPath final : public Transport {
public:
    // Creates the network of the run, which delivers packets to `arrival`. All arguments must outlive this object.
    PacketPath(RunParts& run, FaultInjection& faults, Arrival& arrival);

    void send(const Packet& packet) override;
    void send_from_memory(const Packet& packet) override;
    bool ordered() const override { return run_.scenario.platform.network.reorder_ns == 0; }
    NicAtomics nic_atomics() const override { return run_.scenario.platform.nic.abilities(); }

    // The NIC of the rank executes a request without the CPU. The NIC then sends the answer in sequence with the
    // packets of the rank.
    void answer_by_nic(RankState& rank, const Packet& request, Time now);

    Network& network() { return *network_; }
    const Network& network() const { return *network_; }

private:
    void inject(const Packet& packet, std::uint32_t copied_bytes, CompletionNotice notice, bool to_nic = false);
    void pass_to_itself(const Packet& packet);
    [[gnu::noinline]] void send_to_nic(const Packet& request);

    RunParts& run_;
    FaultInjection& faults_;
    RunRanks& ranks_;
    RunEvents& events_;
    Cpu& cpu_;
    MessageCosts costs_;
    std::unique_ptr<Network> network_;
};

}  // namespace rmasim::sim
