#include "sim/network/flow.h"

#include "sim/input/json/errors.h"
#include "sim/platform/recycled.h"

#include <stdexcept>

namespace rmasim::sim {

// One packet in flight between two nodes.
class FlowNetwork::Flight final : public Simgrid::Transfer {
public:
    explicit Flight(FlowNetwork& network) : network_(network) {}
    void ended(bool arrived) override { network_.ended(*this, arrived); }

    Packet packet;
    std::uint64_t number = 0;  // position among the packets of its pair of ranks

private:
    FlowNetwork& network_;
};

struct FlowNetwork::Flights : Recycled<Flight> {};

FlowNetwork::FlowNetwork(Platform& platform, EventLoop& loop, Arrival& arrival)
    : platform_(platform), loop_(loop), arrival_(arrival), memory_(platform), flights_(std::make_unique<Flights>()) {
    if (loop.clock() != Clock::simgrid) throw std::logic_error("the flow model needs a loop on SimGrid's clock");
}

FlowNetwork::~FlowNetwork() = default;

void FlowNetwork::send(const Packet& packet, std::uint64_t wire_bytes, Time depart) {
    loop_.schedule(depart, {EventKind::depart, 0, no_rank, wire_bytes, packet});
}

void FlowNetwork::handle(const Event& event, Time now) {
    switch (event.kind) {
        case EventKind::depart: start(event, now); break;
        case EventKind::reach_nic:
            loop_.schedule_again(memory_.receive(platform_.node_of(event.packet.target), now, event.wire_bytes),
                                 EventKind::deliver);
            break;
        case EventKind::deliver: arrival_.arrived(event.packet, now); break;
        case EventKind::run_rank:
        case EventKind::take_turn:
        case EventKind::deliver_late:
        case EventKind::deliver_delayed:
        case EventKind::change_links:
        case EventKind::take_mutex:
        case EventKind::give_back_mutex:
        case EventKind::go_on_inside:
        case EventKind::wake_agent: break;
    }
}

void FlowNetwork::start(const Event& event, Time now) {
    const NodeId from = platform_.node_of(event.packet.source), to = platform_.node_of(event.packet.target);
    if (from == to) {
        loop_.schedule_again(memory_.transmit(from, now, event.wire_bytes), EventKind::reach_nic);
    } else {
        start_flight(event, from, to);
    }
}

void FlowNetwork::start_flight(const Event& event, NodeId from, NodeId to) {
    Flight& flight = flights_->take(*this);
    flight.packet = event.packet;
    flight.number = order_.start(event.packet);
    platform_.simgrid()->send(from, to, event.wire_bytes, flight);
}

void FlowNetwork::ended(Flight& flight, bool arrived) {
    loop_.guard([this, &flight, arrived] {
        if (!arrived) {
            throw BadInput("platform.file",
                           "a link that fails while it carries a packet from rank " +
                               std::to_string(flight.packet.source) + " to rank " +
                               std::to_string(flight.packet.target),
                           "links that stay up: the flow model does not lose packets");
        }
        for (const Packet& packet : order_.finish(flight.packet, flight.number)) {
            loop_.schedule(loop_.simgrid_time(), {EventKind::deliver, 0, no_rank, 0, packet});
        }
    });
    flights_->give_back(flight);
}

}  // namespace rmasim::sim
