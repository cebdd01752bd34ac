#include "sim/input/read/settings_json.h"

#include "sim/input/model/setting_names.h"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace rmasim::sim {

namespace {

Json pool_json(const PoolSize& size) { return {{"local", size.local}, {"global", size.global}}; }

Json shm_json(const shm::Config& config) {
    return {{"family", name_in(families, Family::shm)},
            {"fence", name_in(fence_kinds, config.fence)},
            {"region_bytes", config.region_bytes}};
}

Json network_json(const NetworkSettings& network) {
    return {{"model", name_in(network_models, network.model)},
            {"latency_ns", network.latency_ns},
            {"bandwidth_gbps", network.bandwidth_gbps},
            {"gap_ns", network.gap_ns},
            {"overhead_ns", network.overhead_ns},
            {"node_latency_ns", network.node_latency_ns},
            {"node_bandwidth_gbps", network.node_bandwidth_gbps},
            {"header_bytes", network.header_bytes},
            {"reorder_ns", network.reorder_ns}};
}

Json memory_json(const MemorySettings& memory) {
    Json without = Json::array();
    for (const MemSync place : memory.without_mem_sync) without.push_back(name_of(place));
    return {{"order", name_in(memory_orders, memory.order)},
            {"store_buffer", memory.store_buffer},
            {"drain_ns", memory.drain_ns},
            {"stale_words", memory.stale_words},
            {"stale_ns", memory.stale_ns},
            {"coherent", memory.coherent},
            {"cache", name_in(cache_policies, memory.cache)},
            {"cache_lines", memory.cache_lines},
            {"without_mem_sync", std::move(without)}};
}

// What was left out is chosen to fit the ranks, and stays left out.
void add_topology(Json& json, const PlatformSettings& platform) {
    json["topology"] = name_in(topologies, platform.topology);
    if (platform.topology == Topology::torus && !platform.torus_dimensions.empty()) {
        json["torus"] = {{"dimensions", platform.torus_dimensions}};
    }
    if (platform.topology == Topology::fat_tree && !platform.fat_tree_down.empty()) {
        json["fat_tree"] = {
            {"down", platform.fat_tree_down}, {"up", platform.fat_tree_up}, {"links", platform.fat_tree_links}};
    }
    if (platform.topology == Topology::dragonfly && !platform.dragonfly.empty()) {
        json["dragonfly"] = {{"groups", platform.dragonfly[0]},
                             {"chassis", platform.dragonfly[1]},
                             {"blades", platform.dragonfly[2]},
                             {"nodes", platform.dragonfly[3]}};
    }
    if (platform.topology == Topology::file) {
        json["file"] = std::filesystem::path(platform.file).filename().string();
    }
}

Json platform_json(const Scenario& scenario) {
    Json json{{"ranks_per_node", scenario.platform.ranks_per_node}};
    add_topology(json, scenario.platform);
    json["network"] = network_json(scenario.platform.network);
    if (scenario.shares_windows()) json["memory"] = memory_json(scenario.platform.memory);
    return json;
}

Json costs_json(const Costs& costs) {
    return {{"call_ns", costs.call_ns},
            {"post_op_ns", costs.post_op_ns},
            {"search_step_ns", costs.search_step_ns},
            {"issue_ns", costs.issue_ns},
            {"handle_ns", costs.handle_ns},
            {"mem_sync_ns", costs.mem_sync_ns},
            {"mutex_ns", costs.mutex_ns},
            {"write_back_line_ns", costs.write_back_line_ns},
            {"invalidate_line_ns", costs.invalidate_line_ns},
            {"copy_gbps", costs.copy_gbps}};
}

}  // namespace

Json protocol_json(const newrma::Config& config) {
    return {{"family", name_in(families, Family::newrma)},
            {"slots", config.slots},
            {"op_pool", pool_json(config.op_pool)},
            {"target_pool", pool_json(config.target_pool)},
            {"piggyback_threshold", config.piggyback_threshold},
            {"single_op_threshold_bytes", config.single_op_threshold_bytes},
            {"optimizations",
             {{"single_op", config.optimizations.single_op},
              {"piggyback", config.optimizations.piggyback},
              {"lazy_free", config.optimizations.lazy_free},
              {"complete_rides", config.optimizations.complete_rides}}},
            {"cleanup", name_in(cleanups, config.cleanup)},
            {"lock_buffer", {{"operations", config.lock_buffer.operations}, {"bytes", config.lock_buffer.bytes}}},
            {"lock_all_requests", config.lock_all_requests},
            {"pscw_tree", config.pscw_tree},
            {"accumulate_ordering", config.accumulate_ordering}};
}

Json settings_json(const Scenario& scenario) {
    return {{"ranks", scenario.ranks},
            {"seed", scenario.seed},
            {"data", scenario.data},
            {"progress", name_in(progresses, scenario.progress)},
            {"platform", platform_json(scenario)},
            {"costs", costs_json(scenario.costs)},
            {"protocol", scenario.family == Family::shm ? shm_json(scenario.shm) : protocol_json(scenario.protocol)}};
}

}  // namespace rmasim::sim
