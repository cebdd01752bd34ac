#include "sim/families/newrma/reports.h"

namespace rmasim::sim {

namespace {

bool carries(const Packet& packet, PacketFlag any_of) { return has(packet.flags, any_of); }

bool answers(const Packet& packet) {
    return packet.kind >= PacketKind::lock_granted && packet.kind <= PacketKind::compare_and_swap_resp;
}

bool asks_for_answer(const Packet& packet) {
    switch (packet.kind) {
        case PacketKind::put:
        case PacketKind::accumulate: return carries(packet, any_lock | any_done);
        default: return packet.kind <= PacketKind::rma_done;
    }
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
        window.lock.for_each_waiting([&](Rank origin, LockType type) { lock.requests.emplace_back(origin, type); });
    }
    return locks;
}

std::vector<PlaceInTree> tree_places_of(const newrma::Engine& engine) {
    std::vector<PlaceInTree> places;
    for (const newrma::Window& window : engine.windows()) {
        for (const newrma::TreePlace& place : window.tree_places) {
            places.push_back(
                {window.id, place.root, place.parent, place.completes_due, window.posts.concerns(place.root)});
        }
    }
    return places;
}

bool is_missed_by(Rank rank, const AwaitedRank& awaited, const Packet& lost) {
    const bool to_waiter = lost.target == rank && lost.source == awaited.rank;
    const bool from_waiter = lost.source == rank && lost.target == awaited.rank;
    switch (awaited.what) {
        case Awaited::barrier:
            return to_waiter && (lost.kind == PacketKind::barrier || lost.kind == PacketKind::node_barrier);
        case Awaited::message: return to_waiter && lost.kind == PacketKind::send;
        // Through a tree both pass through other ranks.
        case Awaited::post: return lost.kind == PacketKind::post && (to_waiter || lost.on_behalf_of == awaited.rank);
        case Awaited::complete:
            if (lost.on_behalf_of == rank) return true;
            return to_waiter && (lost.kind == PacketKind::complete || carries(lost, PacketFlag::complete));
        default: return (to_waiter && answers(lost)) || (from_waiter && asks_for_answer(lost));
    }
}

}  // namespace rmasim::sim
