#include "sim/machine/network/flow.h"

#include "sim/machine/platform/recycled.h"
#include "sim/scenario/json/errors.h"

#include <stdexcept>

namespace rmasim::sim {

// A packet in flight between two nodes.
class FlowNetwork::Flight final : public Simgrid::Transfer {
public:
    explicit Flight(FlowNetwork& network) : network_(network) {}
    void ended(bool arrived) override { network_.ended(*this, arrived); }

    Packet packet;
    std::uint64_t number = 0;  // index among the packets of its pair of ranks
    CompletionNotice notice = CompletionNotice::none;

private:
    FlowNetwork& network_;
};

struct FlowNetwork::Flights : Recycled<Flight> {};

FlowNetwork::FlowNetwork(const PlatformSettings& settings, Platform& platform, EventLoop& loop, Arrival& arrival)
    : platform_(platform), loop_(loop), arrival_(arrival), wire_bytes_(settings.network.header_bytes),
      memory_(platform), flights_(std::make_unique<Flights>()) {
    if (loop.clock() != Clock::simgrid) throw std::logic_error("the flow model needs a loop on SimGrid's clock");
}

FlowNetwork::~FlowNetwork() = default;

void FlowNetwork::send(const Packet& packet, Time depart, CompletionNotice notice) {
    const bool notifies = notice == CompletionNotice::send_completed;
    loop_.schedule(depart, notifies ? EventKind::depart_from_memory : EventKind::depart, packet);
}

void FlowNetwork::handle(Event event, Time now) {
    switch (event.kind()) {
        case EventKind::depart: start(event.packet(), now, CompletionNotice::none); break;
        case EventKind::depart_from_memory: start(event.packet(), now, CompletionNotice::send_completed); break;
        case EventKind::reach_nic:
            loop_.reschedule_current(
                memory_.receive(platform_.node_of(event.packet().target), now, wire_bytes_(event.packet())),
                EventKind::deliver);
            break;
        case EventKind::deliver: arrival_.arrived(event.packet(), now); break;
        case EventKind::run_rank:
        case EventKind::run_next_library_call:
        case EventKind::deliver_late:
        case EventKind::deliver_delayed:
        case EventKind::change_links:
        case EventKind::take_mutex:
        case EventKind::give_back_mutex:
        case EventKind::continue_under_mutex:
        case EventKind::send_completed:
        case EventKind::wake_agent: break;
    }
}

void FlowNetwork::start(const Packet& packet, Time now, CompletionNotice notice) {
    const NodeId from = platform_.node_of(packet.source), to = platform_.node_of(packet.target);
    if (from != to) return start_flight(packet, from, to, notice);
    const Time reaches = memory_.transmit(from, now, wire_bytes_(packet));
    if (notice == CompletionNotice::send_completed) {
        loop_.schedule(memory_.last_byte_out(from), EventKind::send_completed, packet);
    }
    loop_.reschedule_current(reaches, EventKind::reach_nic);
}

void FlowNetwork::start_flight(const Packet& packet, NodeId from, NodeId to, CompletionNotice notice) {
    Flight& flight = flights_->take(*this);
    flight.packet = packet;
    flight.notice = notice;
    flight.number = order_.start(packet);
    platform_.simgrid()->send(from, to, wire_bytes_(packet), flight);
}

void FlowNetwork::ended(Flight& flight, bool arrived) {
    loop_.guard([this, &flight, arrived] {
        if (!arrived) {
            throw BadInput("platform.file",
                           "a link that fails while it carries a packet from rank " +
                               std::to_string(flight.packet.source) + " to rank " +
                               std::to_string(flight.packet.target),
                           "links that never fail, because the flow model does not lose packets");
        }
        if (flight.notice == CompletionNotice::send_completed) {
            loop_.schedule(loop_.simgrid_time(), EventKind::send_completed, flight.packet);
        }
        for (const Packet& packet : order_.finish(flight.packet, flight.number)) {
            loop_.schedule(loop_.simgrid_time(), EventKind::deliver, packet);
        }
    });
    flights_->give_back(flight);
}

}  // namespace rmasim::sim
