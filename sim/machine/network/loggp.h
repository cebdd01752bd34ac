// The LogGP model. A NIC sends one packet after the other through its out port, and receives one packet after the other
// through its in port. The links between NICs are never congested.
//
// A packet of b bytes that departs at time t:
//
//   tx = max(t, out port free)      occupies the sender's out port for b G + g
//   rx = max(tx + L, in port free)  occupies the receiver's in port for b max(G, G of the route) + g
//   delivered at rx + b max(G, G of the route); on an idle network after L + b G
//
// The packet's data have left the source at tx + b G. The gap g is the time that a NIC needs for a packet besides its
// bytes. So it limits the rate of packets, and does not delay a single one.
//
// The platform determines L and the route's G. The settings determine g and the NIC's G. The overhead o is CPU time,
// which is charged to the ranks, not to the network.
//
// Packets of a pair of ranks keep their order: ports are FIFO, and L is the same for all packets of a pair.
#pragma once

#include "sim/machine/engine/event_loop.h"
#include "sim/machine/network/memory_path.h"
#include "sim/machine/network/network.h"
#include "sim/machine/network/ports.h"

namespace rmasim::sim {

class LoggpNetwork final : public Network, private InPorts {
public:
    LoggpNetwork(const PlatformSettings& settings, Platform& platform, EventLoop& loop, Arrival& arrival);

    void send(const Packet& packet, Time depart, CompletionNotice notice) override;
    void handle(Event event, Time now) override;
    void prefetch_for(Rank target) const override { nics_.prefetch_for(platform_.node_of(target)); }
    InPorts* in_ports() override { return ranks_share_ports_ || !has_gap_ ? nullptr : this; }

private:
    // transmit() returns the time when the first byte reaches the target's NIC or memory port. receive() returns the
    // time when the last byte has passed that NIC or port.
    Time transmit(const Packet& packet, Time depart);
    Time receive(const Packet& packet, Time now) override;
    // Sends a packet and schedules the notice that its data have left the source. This is a separate function, because
    // most packets have no notice.
    [[gnu::noinline]] void send_from_memory(const Packet& packet, Time depart);
    // Sends the packet of the current event. This is a separate function, because the departure of a packet is an event
    // only if several ranks share a port.
    [[gnu::noinline]] void depart(const Packet& packet, Time now, CompletionNotice notice);
    // Schedules the notice that the data of `packet` have left the source. Precondition: `packet` is the last packet
    // that was transmitted.
    void schedule_notice(const Packet& packet);

    Platform& platform_;
    EventLoop& loop_;
    Arrival& arrival_;
    WireSize wire_bytes_;
    bool ranks_share_ports_;
    bool has_gap_;
    Ports nics_;
    MemoryPath memory_;
};

}  // namespace rmasim::sim
