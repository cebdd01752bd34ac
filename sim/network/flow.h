// The flow model: every packet between two nodes is a SimGrid communication, so links are shared and congestion is
// SimGrid's own (max-min fair, weighted by the inverse of the latency). Alone on the network a packet of b bytes
// takes latency + b / (the narrowest link's bandwidth); SimGrid sends at least one byte. Between two ranks of one
// node it takes the same memory path as in the loggp model, whatever loopback the platform has.
//
// SimGrid may complete a short communication before a long one of the same pair that began earlier; the short one then
// waits for the long one, so packets of one pair of ranks arrive in order.
//
// For contention, not for large runs: on one core here a 2-D halo runs at about 100,000 packets/s on 1,024 ranks and
// 40,000 on 4,096, random traffic at 65,000 and 17,000: in SimGrid 3.32 each end of a communication scans a list of
// those that were made anew (sim/simgrid/ended_communications.h). Times carry the rounding of SimGrid's doubles, which
// tell picoseconds apart for about two hours.
#pragma once

#include "sim/engine/event_loop.h"
#include "sim/network/memory_path.h"
#include "sim/network/network.h"
#include "sim/network/pair_order.h"

#include <memory>

namespace rmasim::sim {

class FlowNetwork final : public Network {
public:
    // The loop's clock must be the SimGrid's of a platform that was made for this model. Raises std::logic_error
    // otherwise.
    FlowNetwork(Platform& platform, EventLoop& loop, Arrival& arrival);
    ~FlowNetwork() override;

    // A packet hit by a link that fails (a platform file can ask for that) raises BadInput out of EventLoop::run.
    void send(const Packet& packet, std::uint64_t wire_bytes, Time depart) override;
    void handle(const Event& event, Time now) override;

private:
    class Flight;
    struct Flights;

    void start(const Event& event, Time now);
    void start_flight(const Event& event, NodeId from, NodeId to);
    void ended(Flight& flight, bool arrived);

    Platform& platform_;
    EventLoop& loop_;
    Arrival& arrival_;
    MemoryPath memory_;
    PairOrder order_;
    std::unique_ptr<Flights> flights_;
};

}  // namespace rmasim::sim
