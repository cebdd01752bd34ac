// The LogGP model: each NIC serialises what it sends and what it receives; links in between are never congested.
//
// A packet of b bytes that departs at t holds its NIC's out port for max(g, b G) from tx = max(t, port free); its
// first byte reaches the target's NIC at tx + L; there it holds the in port for max(g, b max(G, G of the route)) and
// then is whole. Alone on the network it takes L + max(g, b G). L and the route's G come from the platform, g and the
// NIC's G from the settings. The overhead o is CPU time, which the ranks pay.
//
// Packets of one pair of ranks keep their order: ports serve in order, and the pair has one L.
#pragma once

#include "sim/engine/event_loop.h"
#include "sim/network/memory_path.h"
#include "sim/network/network.h"
#include "sim/network/ports.h"

namespace rmasim::sim {

class LoggpNetwork final : public Network {
public:
    LoggpNetwork(const PlatformSettings& settings, Platform& platform, EventLoop& loop, Arrival& arrival);

    void send(const Packet& packet, std::uint64_t wire_bytes, Time depart) override;
    void handle(const Event& event, Time now) override;
    void expect(const Event& event) const override { nics_.expect(platform_.node_of(event.packet.target)); }

private:
    // When its first byte is at the target's NIC, or memory port; when the last one is through.
    Time transmit(const Packet& packet, std::uint64_t wire_bytes, Time depart);
    Time receive(const Event& event, Time now);

    Platform& platform_;
    EventLoop& loop_;
    Arrival& arrival_;
    bool ranks_share_ports_;
    Ports nics_;
    MemoryPath memory_;
};

}  // namespace rmasim::sim
