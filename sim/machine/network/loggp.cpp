#include "sim/machine/network/loggp.h"

namespace rmasim::sim {

LoggpNetwork::LoggpNetwork(const PlatformSettings& settings, Platform& platform, EventLoop& loop, Arrival& arrival)
    : platform_(platform), loop_(loop), arrival_(arrival), wire_bytes_(settings.network.header_bytes),
      ranks_share_ports_(settings.ranks_per_node > 1), has_gap_(settings.network.gap_ns > 0),
      nics_(platform.nodes(), from_ns(settings.network.gap_ns),
            femtoseconds_per_byte(settings.network.bandwidth_gbps * bytes_per_second_of_gbps)),
      memory_(platform) {}

[[gnu::always_inline]] inline Time LoggpNetwork::transmit(const Packet& packet, Time depart) {
    const std::uint64_t wire_bytes = wire_bytes_(packet);
    const NodeId from = platform_.node_of(packet.source), to = platform_.node_of(packet.target);
    return from == to ? memory_.transmit(from, depart, wire_bytes)
                      : later(nics_.transmit(from, depart, wire_bytes), platform_.route(from, to).latency);
}

void LoggpNetwork::send(const Packet& packet, Time depart, CompletionNotice notice) {
    if (notice == CompletionNotice::send_completed) [[unlikely]]
        return send_from_memory(packet, depart);
    // A port serves its ranks in the order of departure times. If ranks share a port, this is not the order of the
    // calls, so each packet departs by an event. A rank alone on its node needs no such event, because its packets
    // depart in order.
    if (ranks_share_ports_) {
        loop_.schedule(depart, EventKind::depart, packet);
    } else {
        loop_.schedule(transmit(packet, depart), EventKind::reach_nic, packet);
    }
}

void LoggpNetwork::send_from_memory(const Packet& packet, Time depart) {
    if (ranks_share_ports_) {
        loop_.schedule(depart, EventKind::depart_from_memory, packet);
    } else {
        loop_.schedule(transmit(packet, depart), EventKind::reach_nic, packet);
        schedule_notice(packet);
    }
}

void LoggpNetwork::handle(Event event, Time now) {
    switch (event.kind()) {
        case EventKind::depart: depart(event.packet(), now, CompletionNotice::none); break;
        case EventKind::depart_from_memory: depart(event.packet(), now, CompletionNotice::send_completed); break;
        case EventKind::reach_nic: loop_.reschedule_current(receive(event.packet(), now), EventKind::deliver); break;
        case EventKind::deliver: arrival_.arrived(event.packet(), now); break;
        case EventKind::run_rank:
        case EventKind::run_next_library_call:
        case EventKind::deliver_late:
        case EventKind::deliver_delayed:
        case EventKind::change_links:
        case EventKind::take_mutex:
        case EventKind::give_back_mutex:
        case EventKind::continue_under_mutex:
        case EventKind::send_completed:
        case EventKind::wake_agent: break;
    }
}

void LoggpNetwork::depart(const Packet& packet, Time now, CompletionNotice notice) {
    const Time reaches = transmit(packet, now);
    if (notice == CompletionNotice::send_completed) schedule_notice(packet);
    loop_.reschedule_current(reaches, EventKind::reach_nic);
}

void LoggpNetwork::schedule_notice(const Packet& packet) {
    const NodeId from = platform_.node_of(packet.source);
    const bool within_node = from == platform_.node_of(packet.target);
    loop_.schedule(within_node ? memory_.last_byte_out(from) : nics_.last_byte_out(from), EventKind::send_completed,
                   packet);
}

Time LoggpNetwork::receive(const Packet& packet, Time now) {
    const std::uint64_t wire_bytes = wire_bytes_(packet);
    const NodeId from = platform_.node_of(packet.source), to = platform_.node_of(packet.target);
    return from == to ? memory_.receive(to, now, wire_bytes)
                      : nics_.receive(to, now, wire_bytes, platform_.route(from, to).femtoseconds_per_byte);
}

}  // namespace rmasim::sim
