#include "sim/scenario/families/newrma/reports.h"

#include "protocol/newrma/engine.h"
#include "protocol/newrma/packets.h"

namespace rmasim::sim {

namespace {

const newrma::Engine& engine_of(const Process& process) { return static_cast<const newrma::Engine&>(process); }

// True if the target answers the packet. The target does not answer a PUT or ACC without flags.
bool asks_for_answer(const Packet& packet) {
    if (packet.kind == PacketKind::put || packet.kind == PacketKind::accumulate) {
        return newrma::asks_for_lock(packet) || newrma::wants_ack(packet);
    }
    return newrma::packet_vocabulary.is_request(packet.kind);
}

}  // namespace

std::vector<LockAtTarget> NewRmaReports::locks_awaited(const Process& target) const {
    std::vector<LockAtTarget> locks;
    for (const newrma::Window& window : engine_of(target).windows()) {
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

std::vector<TreeNode> NewRmaReports::tree_nodes(const Process& process) const {
    const newrma::Engine& engine = engine_of(process);
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

bool NewRmaReports::loss_explains(const SuspectedLoss& lost) const {
    const Packet& packet = lost.packet;
    const bool to_waiter = lost.to_waiter(), from_waiter = lost.from_waiter();
    const Rank root = newrma::part(packet).on_behalf_of;
    switch (lost.awaited.what) {
        case Awaited::barrier:
            return to_waiter && (packet.kind == PacketKind::barrier || packet.kind == newrma::kind::node_barrier);
        // If a window uses a tree, ranks other than the awaited one forward POST and COMPLETE.
        case Awaited::post: return packet.kind == newrma::kind::post && (to_waiter || root == lost.awaited.rank);
        case Awaited::complete: return root == lost.rank || (to_waiter && newrma::completes(packet));
        default:
            return (to_waiter && newrma::packet_vocabulary.is_reply(packet.kind)) ||
                   (from_waiter && (asks_for_answer(packet) || packet.kind == newrma::kind::holds));
    }
}

}  // namespace rmasim::sim
