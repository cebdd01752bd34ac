#include "protocol/newrma/modes/modes.h"

#include <algorithm>
#include <cstring>

namespace rmasim::newrma {

namespace {

// Splits the ranks into at most `fanout` parts of nearly equal size. Calls `visit(child, rest, count)` for each part:
// `child` is its first rank, `rest` are the other `count` ranks.
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

Group first_of_tree(const EngineState& engine, const Group& group) {
    Group first;
    for_each_part(group.data(), group.size(), engine.config.pscw_tree,
                  [&](Rank child, const Rank*, std::size_t) { first.push_back(child); });
    return first;
}

void spread_post(EngineState& engine, Window& window, Rank root, const Rank* group, std::size_t count) {
    for_each_part(group, count, engine.config.pscw_tree, [&](Rank child, const Rank* rest, std::size_t rest_count) {
        Packet packet = packet_to(engine, child, window, kind::post);
        set_on_behalf_of(packet, root);
        packet.region.count = static_cast<std::uint32_t>(rest_count);
        packet.data_bytes = static_cast<std::uint32_t>(rest_count * sizeof(Rank));
        packet.payload = engine.world.memory.allocate(packet.data_bytes);
        if (rest_count > 0) std::memcpy(packet.payload.bytes, rest, packet.data_bytes);
        engine.world.transport.send(packet);
    });
}

void join_tree(EngineState& engine, Window& window, const Packet& post) {
    std::vector<Rank> rest(post.region.count);
    if (!rest.empty()) std::memcpy(rest.data(), post.payload.bytes, rest.size() * sizeof(Rank));
    engine.world.memory.release(post.payload);
    const auto children = static_cast<std::uint32_t>(std::min<std::size_t>(rest.size(), engine.config.pscw_tree));
    const Rank root = part(post).on_behalf_of;
    if (!window.tree_nodes) window.tree_nodes = std::make_unique<std::vector<TreePosition>>();
    window.tree_nodes->push_back({root, post.source, children + 1});
    spread_post(engine, window, root, rest.data(), rest.size());
}

bool complete_in_tree(EngineState& engine, Window& window, Rank root) {
    if (!window.tree_nodes) return false;
    std::vector<TreePosition>& positions = *window.tree_nodes;
    const auto position =
        std::find_if(positions.begin(), positions.end(), [root](const TreePosition& p) { return p.root == root; });
    if (position == positions.end()) return false;
    if (--position->completes_due > 0) return true;
    Packet packet = packet_to(engine, position->parent, window, kind::complete);
    positions.erase(position);
    set_on_behalf_of(packet, root);
    engine.world.transport.send(packet);
    return true;
}

}  // namespace rmasim::newrma
