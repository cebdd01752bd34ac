// The LogGP model: each NIC serialises what it sends and what it receives; the links in between are never congested.
//
// A packet of b bytes that departs at time t:
//
//   tx = max(t, out port free)      occupies the sender's out port for max(g, b G)
//   rx = max(tx + L, in port free)  occupies the receiver's in port for max(g, b max(G, G of the route))
//   delivered at the end of that; on an idle network after L + max(g, b G)
//
// Its data have left when the sender's out port is free again, at tx + max(g, b G).
//
// L and the route's G come from the platform, g and the NIC's G from the settings. The overhead o is CPU time, which
// the ranks account for.
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
    // `transmit`: when the first byte reaches the target's NIC or memory port. `receive`: when the last byte is
    // through.
    Time transmit(const Packet& packet, Time depart);
    Time receive(const Packet& packet, Time now) override;
    // The same as `send`, with a notice: kept apart because most packets have none.
    [[gnu::noinline]] void send_from_memory(const Packet& packet, Time depart);
    // The packet of the event being handled leaves. Kept apart because without shared ports none does so by an event.
    [[gnu::noinline]] void depart(const Packet& packet, Time now, CompletionNotice notice);
    // For the packet that was transmitted last.
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
