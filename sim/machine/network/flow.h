// The flow model: every packet between two nodes is a SimGrid communication, so links are shared and SimGrid computes
// congestion (max-min fair, weighted by the inverse of the latency). On an idle network a packet of b bytes takes
// latency + b / (bandwidth of the slowest link); SimGrid sends at least one byte. A packet between two ranks of one
// node takes the same memory path as in the loggp model; the platform's loopback links are not used.
//
// The data of a packet have left the source when its communication ends, or on the memory path when they are through
// the out port.
//
// SimGrid may complete a short communication before a longer, earlier one of the same pair. The short one then waits
// for the long one, so that packets of a pair of ranks arrive in order.
//
// This model is for the study of contention, not for large runs. On one core, a 2-D halo exchange runs at about 100,000
// packets/s with 1,024 ranks and 40,000 with 4,096; random traffic at 65,000 and 17,000. The limit is SimGrid 3.32,
// where each completed communication scans a list of all newly created ones
// (sim/machine/simgrid/ended_communications.h). Times carry the rounding of SimGrid's doubles, which resolve
// picoseconds for about two hours of virtual time.
#pragma once

#include "sim/machine/engine/event_loop.h"
#include "sim/machine/network/memory_path.h"
#include "sim/machine/network/network.h"
#include "sim/machine/network/pair_order.h"

#include <memory>

namespace rmasim::sim {

class FlowNetwork final : public Network {
public:
    // Raises std::logic_error unless the loop runs on the clock of the platform's SimGrid.
    FlowNetwork(const PlatformSettings& settings, Platform& platform, EventLoop& loop, Arrival& arrival);
    ~FlowNetwork() override;

    // Sends a packet. If a link fails while it carries the packet (a platform file can specify that), EventLoop::run
    // raises BadInput.
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
