// Descriptions (described.h) of the settings of the simulated machine: network, memory, NICs, agent and costs.
#pragma once

#include "sim/scenario/json/described.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/model/setting_names.h"

namespace rmasim::sim {

void describe(auto& visit, Described<NetworkSettings> auto& network) {
    auto& [model, latency, bandwidth, gap, overhead, node_latency, node_bandwidth, header, reorder, rendezvous] =
        network;
    visit.choice("model", model, network_models);
    visit.number("latency_ns", latency, limits::cost_ns);
    visit.number("bandwidth_gbps", bandwidth, limits::gbps);
    visit.number("gap_ns", gap, limits::cost_ns);
    visit.number("overhead_ns", overhead, limits::cost_ns);
    visit.number("node_latency_ns", node_latency, limits::cost_ns);
    visit.number("node_bandwidth_gbps", node_bandwidth, limits::gbps);
    visit.number("header_bytes", header, limits::header_bytes);
    visit.number("reorder_ns", reorder, limits::cost_ns);
    visit.number("rendezvous_bytes", rendezvous, limits::message_bytes);
}

void describe(auto& visit, Described<MemorySettings> auto& memory) {
    auto& [order, store_buffer, drain, stale_words, stale, coherent, cache, lines, without_mem_sync] = memory;
    visit.choice("order", order, memory_orders);
    visit.number("store_buffer", store_buffer, limits::store_buffer);
    visit.number("drain_ns", drain, limits::cost_ns);
    visit.number("stale_words", stale_words, limits::stale_words);
    visit.number("stale_ns", stale, limits::cost_ns);
    visit.flag("coherent", coherent);
    visit.choice("cache", cache, cache_policies);
    visit.number("cache_lines", lines, limits::cache_lines);
    visit.choice_list("without_mem_sync", without_mem_sync, mem_syncs());
}

void describe(auto& visit, Described<NicSettings> auto& nic) {
    auto& [overhead, completion, inlined, operation, read, bandwidth, atomic, atomic_bytes, atomics] = nic;
    visit.number("overhead_ns", overhead, limits::cost_ns);
    visit.number("completion_ns", completion, limits::cost_ns);
    visit.number("inline_bytes", inlined, limits::message_bytes);
    visit.number("operation_ns", operation, limits::cost_ns);
    visit.number("read_ns", read, limits::cost_ns);
    visit.number("bandwidth_gbps", bandwidth, limits::gbps);
    visit.number("atomic_ns", atomic, limits::cost_ns);
    visit.number("atomic_bytes", atomic_bytes, limits::atomic_bytes);
    visit.choice_list("atomics", atomics, atomic_ops());
}

void describe(auto& visit, Described<AgentSettings> auto& agent) {
    auto& [kind, interval, wake] = agent;
    visit.choice("kind", kind, agent_kinds);
    visit.number("interval_ns", interval, limits::cost_ns);
    visit.number("wake_ns", wake, limits::cost_ns);
}

void describe(auto& visit, Described<Costs> auto& costs) {
    auto& [call, post_op, search_step, walk_slot, issue, handle, mem_sync, mutex, write_back_line, invalidate_line,
           copy, copy_limit, copy_segment, reduce, direct, small_bytes, small, medium_bytes, medium, large] = costs;
    visit.number("call_ns", call, limits::cost_ns);
    visit.number("post_op_ns", post_op, limits::cost_ns);
    visit.number("search_step_ns", search_step, limits::cost_ns);
    visit.number("walk_slot_ns", walk_slot, limits::cost_ns);
    visit.number("issue_ns", issue, limits::cost_ns);
    visit.number("handle_ns", handle, limits::cost_ns);
    visit.number("mem_sync_ns", mem_sync, limits::cost_ns);
    visit.number("mutex_ns", mutex, limits::cost_ns);
    visit.number("write_back_line_ns", write_back_line, limits::cost_ns);
    visit.number("invalidate_line_ns", invalidate_line, limits::cost_ns);
    visit.number("copy_gbps", copy, limits::gbps);
    visit.number("copy_limit_bytes", copy_limit, limits::message_bytes);
    visit.number("copy_segment_bytes", copy_segment, limits::message_bytes);
    visit.number("reduce_ns", reduce, limits::reduce_ns);
    visit.number("direct_ns", direct, limits::cost_ns);
    visit.number("direct_small_bytes", small_bytes, limits::message_bytes);
    visit.number("direct_small_gbps", small, limits::gbps);
    visit.number("direct_medium_bytes", medium_bytes, limits::message_bytes);
    visit.number("direct_medium_gbps", medium, limits::gbps);
    visit.number("direct_large_gbps", large, limits::gbps);
}

}  // namespace rmasim::sim
