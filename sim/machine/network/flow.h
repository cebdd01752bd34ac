// The flow model of the network. Every packet between two nodes is a SimGrid communication. So packets share the
// bandwidth of links, and SimGrid computes congestion (max-min fair, weighted by the inverse of the latency). On an
// idle network a packet of b bytes takes latency + b / (bandwidth of the slowest link). An empty packet takes as long
// as a packet of one byte. A packet between two ranks of one node takes the memory path (memory_path.h), not the
// platform's loopback link.
//
// The data of a packet between nodes have left the source's memory when the packet's communication ends. On the memory
// path, the data have left the source's memory when they have passed the out port of the node.
//
// SimGrid may complete a short communication before a longer, earlier communication of the same pair of ranks. Then the
// short packet is delivered only after the long one, so that packets of a pair arrive in order.
//
// This model is intended for studies of contention, not for large runs. On one core, a 2-D halo exchange is simulated
// at about 100,000 packets/s with 1,024 ranks and 40,000 packets/s with 4,096 ranks. Random traffic is simulated at
// 65,000 packets/s with 1,024 ranks and 17,000 packets/s with 4,096 ranks. SimGrid 3.32 limits these rates: whenever a
// communication completes, SimGrid scans a list of all newly created communications
// (sim/machine/simgrid/ended_communications.h). SimGrid computes times as doubles, which have a resolution of a
// picosecond for about two hours of virtual time.
#pragma once

#include "sim/machine/engine/event_loop.h"
#include "sim/machine/network/memory_path.h"
#include "sim/machine/network/network.h"
#include "sim/machine/network/pair_order.h"

#include <memory>

namespace rmasim::sim {

class FlowNetwork final : public Network {
public:
    // Raises std::logic_error if the clock of `loop` is not the clock of the platform's SimGrid.
    FlowNetwork(const PlatformSettings& settings, Platform& platform, EventLoop& loop, Arrival& arrival);
    ~FlowNetwork() override;

    // Sends a packet. A platform file can specify that a link fails. If a link fails while the packet is on it,
    // EventLoop::run raises BadInput.
    void send(const Packet& packet, Time depart, CompletionNotice notice) override;
    void handle(Event event, Time now) override;

private:
    class Flight;
    struct Flights;

    void start(const Packet& packet, Time now, CompletionNotice notice);
    void start_flight(const Packet& packet, NodeId from, NodeId to, CompletionNotice notice);
    void ended(Flight& flight, bool arrived);

    Platform& platform_;
    EventLoop& loop_;
    Arrival& arrival_;
    WireSize wire_bytes_;
    MemoryPath memory_;
    PairOrder order_;
    std::unique_ptr<Flights> flights_;
};

}  // namespace rmasim::sim
