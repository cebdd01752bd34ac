// POST and COMPLETE through a tree, an option for large groups: the target talks to `pscw_tree` processes instead of
// all. A POST carries the part of the group that its receiver has to pass it on to; COMPLETE climbs the same way, sent
// by each process when its own and its children's are in. The price is that a process between makes others wait until
// it is inside MPI.
#include "protocol/newrma/engine.h"

#include <algorithm>
#include <cstring>

namespace rmasim::newrma {

namespace {

// Calls `visit(child, rest, count)` for each of at most `fanout` parts, in order: its first rank, and those behind it.
template <class Visit>
void for_each_part(const Rank* group, std::size_t size, std::size_t fanout, Visit visit) {
    const std::size_t parts = std::min(size, fanout);
    for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t first = size * part / parts;
        const std::size_t end = size * (part + 1) / parts;
        visit(group[first], group + first + 1, end - first - 1);
    }
}

}  // namespace

// The COMPLETEs awaited are those of the first level; a root in its own group is none of the tree's business.
void Engine::post_through_tree(Window& window, Group group) {
    const bool with_self = std::erase(group, rank_) > 0;
    Group first_level;
    for_each_part(group.data(), group.size(), config_.pscw_tree,
                  [&](Rank child, const Rank*, std::size_t) { first_level.push_back(child); });
    if (with_self) first_level.insert(std::lower_bound(first_level.begin(), first_level.end(), rank_), rank_);
    window.completes.open(std::move(first_level));
    if (with_self) note_posted(window, rank_);
    spread_post(window, rank_, group.data(), group.size());
}

void Engine::spread_post(Window& window, Rank root, const Rank* group, std::size_t count) {
    for_each_part(group, count, config_.pscw_tree, [&](Rank child, const Rank* rest, std::size_t rest_count) {
        Packet packet = packet_to(child, window, kind::post);
        set_on_behalf_of(packet, root);
        packet.region.count = static_cast<std::uint32_t>(rest_count);
        packet.data_bytes = static_cast<std::uint32_t>(rest_count * sizeof(Rank));
        packet.payload = world_.memory.allocate(packet.data_bytes);
        if (rest_count > 0) std::memcpy(packet.payload.bytes, rest, packet.data_bytes);
        world_.transport.send(packet);
    });
}

void Engine::take_tree_place(Window& window, const Packet& post) {
    std::vector<Rank> rest(post.region.count);
    if (!rest.empty()) std::memcpy(rest.data(), post.payload.bytes, rest.size() * sizeof(Rank));
    world_.memory.release(post.payload);
    const auto children = static_cast<std::uint32_t>(std::min<std::size_t>(rest.size(), config_.pscw_tree));
    const Rank root = part(post).on_behalf_of;
    window.tree_places.push_back({root, post.source, children + 1});
    spread_post(window, root, rest.data(), rest.size());
}

// One COMPLETE less to wait for, this process's own or a child's; with the last the parent gets one. False when `root`
// posted without a tree (NOCHECK).
bool Engine::leave_tree_place(Window& window, Rank root) {
    const auto place = std::find_if(window.tree_places.begin(), window.tree_places.end(),
                                    [root](const TreePlace& p) { return p.root == root; });
    if (place == window.tree_places.end()) return false;
    if (--place->completes_due > 0) return true;
    Packet packet = packet_to(place->parent, window, kind::complete);
    window.tree_places.erase(place);
    set_on_behalf_of(packet, root);
    world_.transport.send(packet);
    return true;
}

}  // namespace rmasim::newrma
