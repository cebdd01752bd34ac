// The virtual network: delivers packets after some time, in order per pair of ranks (unless it reorders, see
// reorder.h).
#pragma once

#include "protocol/base/packet.h"
#include "sim/engine/event.h"
#include "sim/engine/time.h"

namespace rmasim::sim {

// Whether a packet's source wants to know when its data have left its memory.
enum class Notice : std::uint8_t { none, data_sent };

class Network {
public:
    virtual ~Network() = default;

    // Accepts a packet of `wire_bytes` that the source's CPU hands over at `depart`: not before the current time, and
    // not before the `depart` of an earlier packet of the same source. When the whole packet has reached its target,
    // the network calls Arrival::arrived. With Notice::data_sent it schedules EventKind::data_sent for the time at
    // which all of it has left the source, which is not after the arrival.
    virtual void send(const Packet& packet, std::uint64_t wire_bytes, Time depart, Notice notice) = 0;

    // The handler of the event loop forwards all events about packets and links to this function.
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
