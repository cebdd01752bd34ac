#include "sim/diagnosis/missed_packet.h"

#include "protocol/newrma/packets.h"
#include "protocol/shm/packets.h"

namespace rmasim::sim {

namespace {

// A PUT or ACC by itself is not answered.
bool asks_for_answer(const PacketVocabulary& vocabulary, const Packet& packet) {
    if (packet.kind == PacketKind::put || packet.kind == PacketKind::accumulate) {
        return newrma::asks_for_lock(packet) || newrma::wants_ack(packet);
    }
    return vocabulary.is_request(packet.kind);
}

}  // namespace

bool is_missed(const LostPacket& lost, Rank rank, const Wait& wait) {
    const Packet& packet = lost.packet;
    if (wait.lock_of != no_rank || packet.window != wait.window) return false;
    const bool to_waiter = packet.target == rank && packet.source == wait.to;
    const bool from_waiter = packet.source == rank && packet.target == wait.to;
    const Rank root = newrma::part(packet).on_behalf_of;
    switch (wait.what) {
        case Awaited::barrier:
            return to_waiter && (packet.kind == PacketKind::barrier || packet.kind == newrma::kind::node_barrier);
        case Awaited::op_counts: return to_waiter && packet.kind == shm::kind::op_counts;
        case Awaited::mutex: return false;
        case Awaited::message: return to_waiter && packet.kind == PacketKind::send;
        // Through a tree both pass through other ranks.
        case Awaited::post: return packet.kind == newrma::kind::post && (to_waiter || root == wait.to);
        case Awaited::complete: return root == rank || (to_waiter && newrma::completes(packet));
        default:
            return (to_waiter && lost.vocabulary->is_reply(packet.kind)) ||
                   (from_waiter && asks_for_answer(*lost.vocabulary, packet));
    }
}

}  // namespace rmasim::sim
