#include "sim/timed/costs/message_costs.h"

#include "protocol/base/nic.h"
#include "sim/machine/platform/bandwidth.h"
#include "sim/scenario/families/family.h"

#include <algorithm>
#include <limits>

namespace rmasim::sim {

namespace {

std::int64_t femtoseconds_per_byte_at(double gbps) { return femtoseconds_per_byte(gbps * bytes_per_second_of_gbps); }

// Returns the size beyond which the protocol itself announces operations, by packets of its own.
std::int64_t announced_bytes(const Scenario& scenario) {
    for (const DescribedSetting& setting : scenario.family->settings.list(*scenario.protocol)) {
        if (setting.key == "rendezvous_threshold_bytes") return std::get<std::int64_t>(setting.value);
    }
    return std::numeric_limits<std::int64_t>::max();
}

}  // namespace

MessageCosts::MessageCosts(const Scenario& scenario, Platform& platform, const Cpu& cpu)
    : settings_(scenario.platform), platform_(platform), cpu_(cpu), announced_beyond_bytes_(announced_bytes(scenario)),
      long_bytes_(
          static_cast<std::uint32_t>(std::min(settings_.network.rendezvous_bytes, scenario.costs.copy_segment_bytes))) {
}

Time MessageCosts::departure_of_long(const Packet& packet, std::uint32_t copied_bytes, Time copied) {
    return later(copied - overlap(packet, copied_bytes), round_trip_before(packet));
}

// Returns the time of the round trip in which the receiver prepares for the data of a long message; 0 for other
// packets. The round trips of several packets overlap. The protocol announces some messages itself, and a NIC needs no
// preparation.
Time MessageCosts::round_trip_before(const Packet& packet) {
    if (packet.data_bytes <= settings_.network.rendezvous_bytes) return 0;
    if (is_operation(packet.kind) && packet.data_bytes > announced_beyond_bytes_) return 0;
    const bool waits = is_operation(packet.kind) || is_response(packet.kind) || is_collective(packet.kind) ||
                       packet.kind == PacketKind::send || packet.kind == PacketKind::ssend;
    return waits ? 2 * (route_of(packet).latency + cpu_.time_of_empty_packet()) : 0;
}

Route MessageCosts::route_of(const Packet& packet) {
    const NodeId from = platform_.node_of(packet.source), to = platform_.node_of(packet.target);
    return from == to ? platform_.within_node() : platform_.route(from, to);
}

// Returns the time during which the copy of a packet's data overlaps with their transfer. The data leave and arrive in
// segments, as they are copied. Of copy and transfer, the faster one overlaps with the slower one, except for a
// segment.
Time MessageCosts::overlap(const Packet& packet, std::uint32_t copied_bytes) {
    const Time copy = cpu_.copy_after_first_segment(copied_bytes);
    if (copy == 0) return 0;
    return std::min(copy,
                    transfer_time(copied_bytes - cpu_.copy_segment_bytes(), route_of(packet).femtoseconds_per_byte));
}

// Fetching data from memory takes longer.
// The NIC transfers bytes to and from memory while they pass the wire. So these bytes need additional time only if the
// memory is slower than the wire.
Time MessageCosts::time_at_nic(const Packet& request) const {
    const NicSettings& nic = settings_.nic;
    const bool is_atomic = nic::is_atomic(request.kind);
    const std::uint64_t bytes = request.region.bytes();
    const Time in_memory = transfer_time((is_atomic ? 2u : 1u) * bytes, femtoseconds_per_byte_at(nic.bandwidth_gbps));
    const Time on_wire = transfer_time(bytes, femtoseconds_per_byte_at(settings_.network.bandwidth_gbps));
    const bool reads = is_atomic || request.kind == nic::read;
    return from_ns(nic.operation_ns + (reads ? nic.read_ns : 0)) + std::max(Time{0}, in_memory - on_wire);
}

}  // namespace rmasim::sim
