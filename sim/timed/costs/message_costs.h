// The times of packets that depend on more than the packet's own size: long packets, and operations that a NIC
// executes.
#pragma once

#include "protocol/base/packet.h"
#include "sim/machine/platform/platform.h"
#include "sim/scenario/model/scenario.h"
#include "sim/timed/costs/cpu.h"

namespace rmasim::sim {

class MessageCosts {
public:
    // All arguments must outlive this object.
    MessageCosts(const Scenario& scenario, Platform& platform, const Cpu& cpu);

    // Returns the time when a packet departs whose data are copied at `copied`.
    Time departure(const Packet& packet, std::uint32_t copied_bytes, Time copied) {
        if (packet.data_bytes <= long_bytes_) [[likely]]
            return copied;
        return departure_of_long(packet, copied_bytes, copied);
    }
    // Returns the time that the NIC needs for a request until it changes memory.
    Time time_at_nic(const Packet& request) const;

private:
    Time departure_of_long(const Packet& packet, std::uint32_t copied_bytes, Time copied);
    Time overlap(const Packet& packet, std::uint32_t copied_bytes);
    Time round_trip_before(const Packet& packet);
    Route route_of(const Packet& packet);

    const PlatformSettings& settings_;
    Platform& platform_;
    const Cpu& cpu_;
    std::int64_t announced_beyond_bytes_;
    std::uint32_t long_bytes_;  // longer packets may be sent in segments, or after a round trip
};

}  // namespace rmasim::sim
