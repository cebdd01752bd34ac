#include "sim/timed/ranks/packet_path.h"

#include "protocol/base/nic.h"
#include "sim/machine/memory/nic_operations.h"
#include "sim/machine/network/make_network.h"
#include "sim/scenario/families/family.h"

#include <algorithm>

namespace rmasim::sim {

PacketPath::PacketPath(RunParts& run, FaultInjection& faults, Arrival& arrival)
    : run_(run), faults_(faults), ranks_(run.ranks), events_(run.events), cpu_(run.cpu),
      costs_(run.scenario, run.platform, run.cpu),
      network_(make_network(run.scenario.platform, run.scenario.faults, run.scenario.seed, run.platform, run.loop,
                            arrival, run.scenario.family->meaning().stream)) {}

// Charges, counts and reports a packet, then sends it. The function is inlined, so that packets without a notice need
// no check for a notice.
[[gnu::always_inline]] inline void PacketPath::inject(const Packet& packet, std::uint32_t copied_bytes,
                                                      CompletionNotice notice, bool to_nic) {
    RankState& rank = ranks_[packet.source];
    const Time began = rank.working_clock();
    if (to_nic) cpu_.send_to_nic(rank, copied_bytes);
    else cpu_.send(rank, copied_bytes);
    if (!faults_.alive(rank, rank.working_clock())) return run_.memory.release(packet.payload);
    events_.packet_sent(packet);
    if (notice == CompletionNotice::send_completed) events_.sent_from_memory(packet);
    events_.packet_charged(packet, rank.agent_at_work, began, rank.working_clock());
    if (faults_.loses(packet, notice)) return;
    // The rank and its agent share one NIC, which sends one packet after another.
    const Time departure = costs_.departure(packet, copied_bytes, rank.working_clock());
    rank.last_departure = std::max(rank.last_departure, departure);
    network_->send(packet, rank.last_departure, notice);
}

void PacketPath::send(const Packet& packet) {
    if (packet.kind >= nic::write && nic::is_request(packet.kind)) [[unlikely]]  // most kinds are less
        return send_to_nic(packet);
    if (packet.target == packet.source) [[unlikely]]
        return pass_to_itself(packet);
    inject(packet, packet.data_bytes, CompletionNotice::none);
}

// Sends a request to a NIC. The origin's NIC reads the data from the user's memory, unless they are few.
void PacketPath::send_to_nic(const Packet& request) {
    const bool inlined = request.data_bytes <= run_.scenario.platform.nic.inline_bytes;
    inject(request, inlined ? request.data_bytes : 0, CompletionNotice::none, true);
}

// Sends a packet whose data the NIC reads from the user's memory, so no bytes are copied.
void PacketPath::send_from_memory(const Packet& packet) { inject(packet, 0, CompletionNotice::send_completed); }

// Handles a packet that a process sends to itself. Such a packet does not pass the network and cannot be lost.
void PacketPath::pass_to_itself(const Packet& packet) {
    RankState& rank = ranks_[packet.source];
    const Time began = rank.working_clock();
    cpu_.send(rank, packet.data_bytes);
    events_.packet_sent(packet);
    const Time sent = rank.working_clock();
    events_.packet_charged(packet, rank.agent_at_work, began, sent);
    run_.accounting.packet_received(rank.rank(), packet, sent);
    cpu_.handle(rank, packet.data_bytes);
    events_.packet_delivered(packet);
    events_.packet_handled(packet, rank.agent_at_work, sent, rank.working_clock());
}

void PacketPath::answer_by_nic(RankState& rank, const Packet& request, Time now) {
    events_.packet_delivered(request);
    Time done = later(now, costs_.time_at_nic(request));
    if (nic::is_atomic(request.kind)) {
        const Time atomic = from_ns(run_.scenario.platform.nic.atomic_ns);
        done = rank.rare().atomics.carry_out(request, now, done, atomic);
    }
    events_.packet_handled(request, false, now, done);
    rank.last_departure = std::max(rank.last_departure, done);
    run_.accounting.nic_begins();
    const Packet answer = carry_out_by_nic(run_.memory_of_core, events_.observer(), request);
    run_.accounting.nic_ends();
    network_->send(answer, rank.last_departure, CompletionNotice::none);
}

}  // namespace rmasim::sim
