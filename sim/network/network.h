// The virtual network: packets in, the same packets out later, in order per pair of ranks.
#pragma once

#include "protocol/base/packet.h"
#include "sim/engine/event.h"
#include "sim/engine/time.h"

namespace rmasim::sim {

class Network {
public:
    virtual ~Network() = default;

    // Takes over a packet of `wire_bytes` that the source's CPU hands over at `depart`: not before the current time,
    // and not before the `depart` of an earlier packet of the same source. When it has arrived whole at its target
    // the network calls Arrival::arrived at that time.
    virtual void send(const Packet& packet, std::uint64_t wire_bytes, Time depart) = 0;

    // The handler of the event loop passes every depart, reach_nic and deliver event on to here.
    virtual void handle(const Event& event, Time now) = 0;
    // See EventHandler::approaching.
    virtual void expect(const Event& /*event*/) const {}
};

class Arrival {
public:
    virtual ~Arrival() = default;
    virtual void arrived(const Packet& packet, Time now) = 0;
};

}  // namespace rmasim::sim
