#include "sim/scenario/families/newrma/reports.h"

#include "protocol/newrma/packets.h"

namespace rmasim::sim {

namespace {

// True if the target answers the packet. The target does not answer a PUT or ACC without flags.
bool asks_for_answer(const Packet& packet) {
    if (packet.kind == PacketKind::put || packet.kind == PacketKind::accumulate) {
        return newrma::asks_for_lock(packet) || newrma::wants_ack(packet);
    }
    return newrma::packet_vocabulary.is_request(packet.kind);
}

}  // namespace

std::vector<LockAtTarget> locks_awaited_at(const newrma::Engine& target) {
    std::vector<LockAtTarget> locks;
    for (const newrma::Window& window : target.windows()) {
        if (window.lock.waiting() == 0) continue;
        LockAtTarget& lock = locks.emplace_back();
        lock.window = window.id;
        lock.exclusive_holder = window.lock.exclusive_holder();
        window.lock.for_each_holder([&](Rank rank) { lock.holders.push_back(rank); });
        window.lock.for_each_waiting([&](Rank origin, LockType type, bool overtakes) {
            lock.requests.push_back({origin, type, overtakes});
        });
    }
    return locks;
}

std::vector<TreeNode> tree_nodes_of(const newrma::Engine& engine) {
    std::vector<TreeNode> nodes;
    for (const newrma::Window& window : engine.windows()) {
        if (!window.tree_nodes) continue;
        for (const newrma::TreePosition& position : *window.tree_nodes) {
            const bool owes_own = window.posts.concerns(engine.comm_rank_in(window, position.root));
            nodes.push_back({window.id, position.root, position.parent, position.completes_due, owes_own});
        }
    }
    return nodes;
}

bool is_missed_by(Rank rank, const AwaitedRank& awaited, const Packet& lost) {
    const bool to_waiter = lost.target == rank && lost.source == awaited.rank;
    const bool from_waiter = lost.source == rank && lost.target == awaited.rank;
    const Rank root = newrma::part(lost).on_behalf_of;
    switch (awaited.what) {
        case Awaited::barrier:
            return to_waiter && (lost.kind == PacketKind::barrier || lost.kind == newrma::kind::node_barrier);
        case Awaited::message:
        case Awaited::receive:
        case Awaited::collective: return is_missed_message(lost, rank, awaited);
        // If a window uses a tree, ranks other than the awaited one forward POST and COMPLETE.
        case Awaited::post: return lost.kind == newrma::kind::post && (to_waiter || root == awaited.rank);
        case Awaited::complete: return root == rank || (to_waiter && newrma::completes(lost));
        default:
            return (to_waiter && newrma::packet_vocabulary.is_reply(lost.kind)) ||
                   (from_waiter && (asks_for_answer(lost) || lost.kind == newrma::kind::holds));
    }
}

}  // namespace rmasim::sim
