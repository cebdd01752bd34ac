// The costs of packets that depend on more than the packet's own size: long packets, and operations that a NIC
// executes.
#include "protocol/base/nic.h"
#include "sim/machine/memory/nic_operations.h"
#include "sim/machine/platform/bandwidth.h"
#include "sim/scenario/families/family.h"
#include "sim/timed/simulation.h"

#include <algorithm>
#include <limits>

namespace rmasim::sim {

namespace {

std::int64_t femtoseconds_per_byte_at(double gbps) { return femtoseconds_per_byte(gbps * bytes_per_second_of_gbps); }

// Returns the time that the NIC needs for a request until it changes memory. Fetching data from memory takes longer.
// The NIC transfers bytes to and from memory while they pass the wire. So these bytes need additional time only if the
// memory is slower than the wire.
Time time_at_nic(const PlatformSettings& platform, const Packet& request) {
    const NicSettings& nic = platform.nic;
    const bool is_atomic = nic::is_atomic(request.kind);
    const std::uint64_t bytes = request.region.bytes();
    const Time in_memory = transfer_time((is_atomic ? 2u : 1u) * bytes, femtoseconds_per_byte_at(nic.bandwidth_gbps));
    const Time on_wire = transfer_time(bytes, femtoseconds_per_byte_at(platform.network.bandwidth_gbps));
    const bool reads = is_atomic || request.kind == nic::read;
    return from_ns(nic.operation_ns + (reads ? nic.read_ns : 0)) + std::max(Time{0}, in_memory - on_wire);
}

}  // namespace

// Returns the size beyond which the protocol itself announces operations, by packets of its own.
std::int64_t announced_beyond_bytes(const Scenario& scenario) {
    for (const DescribedSetting& setting : scenario.family->settings_list(*scenario.protocol)) {
        if (setting.key == "rendezvous_threshold_bytes") return std::get<std::int64_t>(setting.value);
    }
    return std::numeric_limits<std::int64_t>::max();
}

// Returns the time when a long packet departs, if its data are copied at `copied`.
Time Simulation::departure_of_long(const Packet& packet, std::uint32_t copied_bytes, Time copied) {
    return later(copied - overlap(packet, copied_bytes), round_trip_before(packet));
}

// Returns the time of the round trip in which the receiver prepares for the data of a long message; 0 for other
// packets. The round trips of several packets overlap. The protocol announces some messages itself, and a NIC needs no
// preparation.
Time Simulation::round_trip_before(const Packet& packet) {
    if (packet.data_bytes <= scenario_.platform.network.rendezvous_bytes) return 0;
    if (is_operation(packet.kind) && packet.data_bytes > announced_beyond_bytes_) return 0;
    const bool waits = is_operation(packet.kind) || is_response(packet.kind) || is_collective(packet.kind) ||
                       packet.kind == PacketKind::send;
    return waits ? 2 * (route_of(packet).latency + cpu_.time_of_empty_packet()) : 0;
}

Route Simulation::route_of(const Packet& packet) {
    const NodeId from = platform_.node_of(packet.source), to = platform_.node_of(packet.target);
    return from == to ? platform_.within_node() : platform_.route(from, to);
}

// Returns the time during which the copy of a packet's data overlaps with their transfer. The data leave and arrive in
// segments, as they are copied. Of copy and transfer, the faster one overlaps with the slower one, except for a
// segment.
Time Simulation::overlap(const Packet& packet, std::uint32_t copied_bytes) {
    const Time copy = cpu_.copy_after_first_segment(copied_bytes);
    if (copy == 0) return 0;
    return std::min(copy,
                    transfer_time(copied_bytes - cpu_.copy_segment_bytes(), route_of(packet).femtoseconds_per_byte));
}

// The NIC executes a request without the CPU. The NIC then sends the answer in sequence with the packets of the rank.
void Simulation::arrived_at_nic(RankState& rank, const Packet& request, Time now) {
    events_.packet_delivered(request);
    Time done = later(now, time_at_nic(scenario_.platform, request));
    if (nic::is_atomic(request.kind))
        done = rank.rare().atomics.carry_out(request, now, done, from_ns(scenario_.platform.nic.atomic_ns));
    events_.packet_handled(request, false, now, done);
    rank.last_departure = std::max(rank.last_departure, done);
    accounting_.nic_begins();
    const Packet answer = carry_out_by_nic(world_->memory, world_->observer, request);
    accounting_.nic_ends();
    network_->send(answer, rank.last_departure, CompletionNotice::none);
}

}  // namespace rmasim::sim
