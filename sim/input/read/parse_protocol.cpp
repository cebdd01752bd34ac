#include "sim/input/model/limits.h"
#include "sim/input/model/setting_names.h"
#include "sim/input/read/parse_parts.h"

namespace rmasim::sim {

namespace {

void read_pool(const JsonObject& protocol, std::string_view key, PoolSize& pool) {
    const auto value = protocol.find(key);
    if (!value) return;
    const JsonObject object(*value, {"local", "global"});
    object.read("local", pool.local, limits::pool);
    object.read("global", pool.global, limits::pool);
    if (pool.local == 0 && pool.global == 0) value->fail("at least one element, local or global");
}

void read_optimizations(const JsonObject& protocol, newrma::Optimizations& optimizations) {
    const auto value = protocol.find("optimizations");
    if (!value) return;
    const JsonObject switches(*value, {"single_op", "piggyback", "lazy_free", "complete_rides"});
    switches.read("single_op", optimizations.single_op);
    switches.read("piggyback", optimizations.piggyback);
    switches.read("lazy_free", optimizations.lazy_free);
    switches.read("complete_rides", optimizations.complete_rides);
}

void read_lock_buffer(const JsonObject& protocol, LockBuffer& buffer) {
    const auto value = protocol.find("lock_buffer");
    if (!value) return;
    const JsonObject object(*value, {"operations", "bytes"});
    object.read("operations", buffer.operations, limits::buffered_operations);
    object.read("bytes", buffer.bytes, limits::buffered_bytes);
}

void read_tree(const JsonObject& protocol, std::uint32_t& fan_out) {
    protocol.read("pscw_tree", fan_out, limits::pscw_tree);
    if (fan_out == 1) protocol.at("pscw_tree").fail("0 for no tree, or a fan-out of at least 2");
}

newrma::Config parse_newrma(const JsonValue& value) {
    const JsonObject object(
        value, {"family", "slots", "op_pool", "target_pool", "piggyback_threshold", "single_op_threshold_bytes",
                "optimizations", "cleanup", "lock_buffer", "lock_all_requests", "pscw_tree", "accumulate_ordering"});
    newrma::Config config;
    object.read("slots", config.slots, limits::slots);
    read_pool(object, "op_pool", config.op_pool);
    read_pool(object, "target_pool", config.target_pool);
    object.read("piggyback_threshold", config.piggyback_threshold, limits::piggyback_threshold);
    object.read("single_op_threshold_bytes", config.single_op_threshold_bytes, limits::single_op_bytes);
    read_optimizations(object, config.optimizations);
    if (const auto cleanup = object.find("cleanup")) config.cleanup = cleanup->one_of(cleanups);
    read_lock_buffer(object, config.lock_buffer);
    object.read("lock_all_requests", config.lock_all_requests, limits::lock_all_requests);
    read_tree(object, config.pscw_tree);
    object.read("accumulate_ordering", config.accumulate_ordering);
    return config;
}

shm::Config parse_shm(const JsonValue& value) {
    const JsonObject object(value, {"family", "fence", "region_bytes"});
    shm::Config config;
    if (const auto fence = object.find("fence")) config.fence = fence->one_of(fence_kinds);
    object.read("region_bytes", config.region_bytes, limits::region_bytes);
    if (config.region_bytes != 0 && config.region_bytes < shm::least_region_bytes) {
        object.at("region_bytes").fail("0 for one mutex a window, or at least 8 bytes, the largest element's");
    }
    return config;
}

// The keys depend on the family, which is one of them.
Family family_of(const JsonValue& value) {
    for (const auto& [key, member] : value.members(limits::most_protocol_keys)) {
        if (key == "family") return member.one_of(families);
    }
    return Family::newrma;
}

}  // namespace

void parse_protocol(const JsonValue& value, Scenario& scenario) {
    scenario.family = family_of(value);
    if (scenario.family == Family::shm) scenario.shm = parse_shm(value);
    else scenario.protocol = parse_newrma(value);
}

}  // namespace rmasim::sim
