// The interface of virtual networks. A network delivers each packet after some virtual time. Packets of a pair of ranks
// keep their order, unless the network reorders packets (reorder.h).
#pragma once

#include "protocol/base/packet.h"
#include "sim/machine/engine/event.h"
#include "sim/machine/engine/in_ports.h"
#include "sim/machine/engine/time.h"

namespace rmasim::sim {

// The notice that a packet's source requests. With `send_completed`, the source is notified when the packet's data have
// left the source's memory.
enum class CompletionNotice : std::uint8_t { none, send_completed };

// Computes the number of bytes of a packet on the wire: its data and a header.
class WireSize {
public:
    explicit WireSize(std::int64_t header_bytes) : header_bytes_(static_cast<std::uint64_t>(header_bytes)) {}
    std::uint64_t operator()(const Packet& packet) const { return header_bytes_ + packet.data_bytes; }

private:
    std::uint64_t header_bytes_;
};

class Network {
public:
    virtual ~Network() = default;

    // Accepts a packet from the source's CPU at time `depart`. This time must not be before the current time, and not
    // before the `depart` of an earlier packet of the same source. When the whole packet has reached its target, the
    // network calls Arrival::arrived. With CompletionNotice::send_completed, the network also schedules an event
    // EventKind::send_completed at the time when the whole packet has left the source. This time is not after the
    // arrival.
    virtual void send(const Packet& packet, Time depart, CompletionNotice notice) = 0;

    // Handles an event about packets or links. The handler of the event loop passes all such events to the network.
    virtual void handle(Event event, Time now) = 0;
    // Prefetches memory for a packet that will soon reach `target` (EventHandler::prefetch_events).
    virtual void prefetch_for(Rank /*target*/) const {}
    // Returns the ports through which packets enter nodes, for NodePartition::ports. Returns null if nodes have several
    // ranks, or if several packets may pass a port at the same time.
    virtual InPorts* in_ports() { return nullptr; }
};

class Arrival {
public:
    virtual ~Arrival() = default;
    virtual void arrived(const Packet& packet, Time now) = 0;
};

}  // namespace rmasim::sim
