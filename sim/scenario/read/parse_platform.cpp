#include "sim/scenario/model/described_settings.h"
#include "sim/scenario/model/network_presets.h"
#include "sim/scenario/read/parse_parts.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

namespace rmasim::sim {

namespace {

std::vector<std::int64_t> parts(const JsonValue& list, std::size_t max) {
    std::vector<std::int64_t> numbers;
    for (const JsonValue& item : list.items(max, 1)) numbers.push_back(item.integer(limits::topology_part));
    return numbers;
}

// Raises BadInput if the network has too few nodes for the ranks. The product of the factors is bounded, so it cannot
// overflow.
void check_room(const JsonValue& value, const std::vector<std::int64_t>& factors, std::int64_t nodes) {
    std::int64_t room = 1;
    for (const std::int64_t factor : factors) room = std::min(room * factor, limits::max_ranks);
    if (room < nodes) {
        throw BadInput(value.location(), fmt::format("room for {} nodes", room),
                       fmt::format("at least the {} nodes that the ranks need", nodes));
    }
}

void parse_torus(const JsonValue& value, std::int64_t nodes, PlatformSettings& platform) {
    constexpr std::size_t max_dimensions = 6;
    const JsonObject object(value, {"dimensions"});
    platform.torus_dimensions = parts(object.at("dimensions"), max_dimensions);
    if (platform.topology == Topology::torus) check_room(object.at("dimensions"), platform.torus_dimensions, nodes);
}

void parse_fat_tree(const JsonValue& value, std::int64_t nodes, PlatformSettings& platform) {
    constexpr std::size_t max_levels = 8;
    const JsonObject object(value, {"down", "up", "links"});
    platform.fat_tree_down = parts(object.at("down"), max_levels);
    platform.fat_tree_up = parts(object.at("up"), max_levels);
    platform.fat_tree_links = parts(object.at("links"), max_levels);
    const std::size_t levels = platform.fat_tree_down.size();
    if (platform.fat_tree_up.size() != levels || platform.fat_tree_links.size() != levels) {
        value.fail("as many levels in \"up\" and \"links\" as in \"down\"");
    }
    if (platform.topology == Topology::fat_tree) check_room(object.at("down"), platform.fat_tree_down, nodes);
}

void parse_dragonfly(const JsonValue& value, std::int64_t nodes, PlatformSettings& platform) {
    const JsonObject object(value, {"groups", "chassis", "blades", "nodes"});
    for (const std::string_view key : {"groups", "chassis", "blades", "nodes"}) {
        platform.dragonfly.push_back(object.at(key).integer(limits::topology_part));
    }
    if (platform.topology == Topology::dragonfly) check_room(value, platform.dragonfly, nodes);
}

std::string parse_file(const JsonValue& value, const std::string& base_directory) {
    const std::filesystem::path path = std::filesystem::path(base_directory) / value.text(limits::max_path_length, 1);
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        value.fail("an existing file, but there is no file " + path.string());
    return path.string();
}

}  // namespace

// The function also reads the settings of topologies that are not selected, because `--set platform.topology=...` may
// select another topology.
PlatformSettings parse_platform(const JsonValue& value, Rank ranks, const std::string& base_directory) {
    const JsonObject object(
        value, {"preset", "ranks_per_node", "topology", "torus", "fat_tree", "dragonfly", "file", "network", "memory",
                "nic"});
    PlatformSettings platform;
    if (const auto preset = object.find("preset")) {
        platform.preset = preset->one_of(network_presets());
        apply(*platform.preset, platform.network);
    }
    object.read("ranks_per_node", platform.ranks_per_node, limits::ranks_per_node);
    if (const auto topology = object.find("topology")) platform.topology = topology->one_of(topologies);
    const std::int64_t nodes = (ranks + platform.ranks_per_node - 1) / platform.ranks_per_node;
    if (const auto torus = object.find("torus")) parse_torus(*torus, nodes, platform);
    if (const auto fat_tree = object.find("fat_tree")) parse_fat_tree(*fat_tree, nodes, platform);
    if (const auto dragonfly = object.find("dragonfly")) parse_dragonfly(*dragonfly, nodes, platform);
    if (const auto file = object.find("file")) platform.file = parse_file(*file, base_directory);
    if (platform.topology == Topology::file) object.at("file");
    if (const auto network = object.find("network")) read_settings(*network, platform.network);
    if (const auto memory = object.find("memory")) read_settings(*memory, platform.memory);
    if (const auto nic = object.find("nic")) read_settings(*nic, platform.nic);
    return platform;
}

}  // namespace rmasim::sim
