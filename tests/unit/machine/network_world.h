// A network without processes: tests send packets, and the result is a list of arrivals.
#pragma once

#include "sim/machine/network/make_network.h"

#include <functional>
#include <vector>

namespace rmasim::sim {

struct Arrived {
    Rank source;
    Rank target;
    OpId op;
    Time time;
    bool operator==(const Arrived&) const = default;
};

inline PlatformSettings settings_with(NetworkModel model, std::int64_t reorder_ns = 0) {
    PlatformSettings settings;
    settings.network.model = model;
    settings.network.reorder_ns = reorder_ns;
    return settings;
}

// A network with the default settings. Between nodes: latency 1,000 ns, 100 Gb/s (80 ps a byte), g = 10 ns. Within a
// node: latency 200 ns, 400 Gb/s (20 ps a byte).
class NetworkWorld : public Arrival, public EventHandler {
public:
    NetworkWorld(const PlatformSettings& settings, Rank ranks, std::uint64_t seed = 1, FaultSettings wanted = {},
                 StreamOf stream_of = messages_in_order)
        : NetworkWorld(ranks, without_headers(settings), seed, std::move(wanted), stream_of) {}
    NetworkWorld(Rank ranks, const PlatformSettings& settings, std::uint64_t seed, FaultSettings wanted,
                 StreamOf stream_of)
        : faults(std::move(wanted)), platform(settings, ranks), loop(clock_for(settings), platform.simgrid()),
          network(make_network(settings, faults, seed, platform, loop, *this, stream_of)) {}

    // Sets the header to 0 bytes, so that a packet has as many bytes on the wire as the test gives.
    static PlatformSettings without_headers(PlatformSettings settings) {
        settings.network.header_bytes = 0;
        return settings;
    }

    void send(Rank source, Rank target, std::uint64_t bytes, Time depart, OpId op = 0,
              PacketKind kind = PacketKind::put, CompletionNotice notice = CompletionNotice::none) {
        Packet packet;
        packet.kind = kind;
        packet.source = source;
        packet.target = target;
        packet.op = op;
        packet.data_bytes = static_cast<std::uint32_t>(bytes);
        network->send(packet, depart, notice);
    }

    void run() { loop.run(*this); }

    void handle(Event event, Time now) override {
        if (event.kind() != EventKind::send_completed) return network->handle(event, now);
        sent.push_back({event.packet().source, event.packet().target, event.packet().op, now});
    }

    void arrived(const Packet& packet, Time now) override {
        arrivals.push_back({packet.source, packet.target, packet.op, now});
        if (on_arrival) on_arrival(packet, now);
    }

    FaultSettings faults;
    Platform platform;
    EventLoop loop;
    std::unique_ptr<Network> network;
    std::vector<Arrived> arrivals;
    std::vector<Arrived> sent;  // packets whose data have left, with the times
    std::function<void(const Packet&, Time)> on_arrival;
};

}  // namespace rmasim::sim
