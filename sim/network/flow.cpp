#include "sim/network/flow.h"

#include "sim/scenario/errors.h"

#include <simgrid/s4u/Comm.hpp>
#include <simgrid/s4u/Engine.hpp>
#include <simgrid/s4u/Host.hpp>

#include <algorithm>
#include <deque>
#include <stdexcept>
#include <vector>

namespace rmasim::sim {

namespace s4u = simgrid::s4u;

// One communication under way; SimGrid carries a pointer to it.
struct FlowNetwork::Flight {
    FlowNetwork* network = nullptr;
    Packet packet;
    std::uint64_t number = 0;  // in its pair
    s4u::CommPtr communication;
};

struct FlowNetwork::Flights {
    std::deque<Flight> slab;  // pointers into it stay valid
    std::vector<Flight*> free;
    s4u::CommPtr last_finished;

    Flight& take() {
        if (free.empty()) return slab.emplace_back();
        Flight* flight = free.back();
        free.pop_back();
        return *flight;
    }

    // SimGrid still touches a communication after its completion callback, so it lives until the next one completes.
    void give_back(Flight& flight) {
        last_finished = std::move(flight.communication);
        free.push_back(&flight);
    }
};

FlowNetwork::FlowNetwork(Platform& platform, EventLoop& loop, Arrival& arrival)
    : platform_(platform), loop_(loop), arrival_(arrival), memory_(platform), flights_(std::make_unique<Flights>()) {
    if (loop.clock() != Clock::simgrid) throw std::logic_error("the flow model needs a loop on SimGrid's clock");
    watch_completions();
}

FlowNetwork::~FlowNetwork() = default;

// SimGrid has one list of completion callbacks and, in 3.32, no way to leave it, so one callback serves every network
// of the process.
void FlowNetwork::watch_completions() {
    static const bool watching = [] {
        s4u::Comm::on_completion_cb([](const s4u::Activity& activity) {
            auto* flight = activity.get_data<Flight>();
            flight->network->finished(*flight, activity.get_state() == s4u::Activity::State::FINISHED);
        });
        return true;
    }();
    static_cast<void>(watching);
}

void FlowNetwork::send(const Packet& packet, std::uint64_t wire_bytes, Time depart) {
    loop_.schedule(depart, {EventKind::depart, 0, no_rank, wire_bytes, packet});
}

void FlowNetwork::handle(const Event& event, Time now) {
    switch (event.kind) {
        case EventKind::depart: start(event, now); break;
        case EventKind::reach_nic:
            loop_.schedule(memory_.receive(platform_.node_of(event.packet.target), now, event.wire_bytes),
                           {EventKind::deliver, 0, no_rank, 0, event.packet});
            break;
        case EventKind::deliver: arrival_.arrived(event.packet, now); break;
        case EventKind::run_rank:
        case EventKind::take_turn:
        case EventKind::deliver_late:
        case EventKind::deliver_delayed:
        case EventKind::change_links:
        case EventKind::take_mutex:
        case EventKind::give_back_mutex:
        case EventKind::go_on_inside: break;
    }
}

void FlowNetwork::start(const Event& event, Time now) {
    const Node from = platform_.node_of(event.packet.source), to = platform_.node_of(event.packet.target);
    if (from == to) {
        loop_.schedule(memory_.transmit(from, now, event.wire_bytes),
                       {EventKind::reach_nic, 0, no_rank, event.wire_bytes, event.packet});
    } else {
        start_communication(event, from, to);
    }
}

void FlowNetwork::start_communication(const Event& event, Node from, Node to) {
    Flight& flight = flights_->take();
    flight.network = this;
    flight.packet = event.packet;
    flight.number = order_.start(event.packet);
    const s4u::CommPtr communication = s4u::Comm::sendto_init(platform_.host(from), platform_.host(to));
    flight.communication = communication;
    communication->set_data(&flight);
    communication->set_payload_size(std::max<std::uint64_t>(event.wire_bytes, 1));
    communication->start();
    // A communication that fails as it starts leaves nothing to send. SimGrid 4.x has called back then, 3.32 never
    // will.
    if (flight.communication == communication && communication->get_remaining() <= 0) finished(flight, false);
}

void FlowNetwork::finished(Flight& flight, bool arrived) {
    loop_.guard([this, &flight, arrived] {
        if (!arrived) {
            throw BadInput("platform.file", "a link that fails under packet " + describe(flight.packet),
                           "links that stay up: the network of this model loses nothing");
        }
        for (const Packet& packet : order_.finish(flight.packet, flight.number)) {
            loop_.schedule(loop_.simgrid_time(), {EventKind::deliver, 0, no_rank, 0, packet});
        }
    });
    flights_->give_back(flight);
}

}  // namespace rmasim::sim
