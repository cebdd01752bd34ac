#include "sim/scenario/limits.h"
#include "sim/scenario/parse_parts.h"
#include "sim/scenario/vocabulary.h"

namespace rmasim::sim {

namespace {

void read_pool(const JsonObject& protocol, std::string_view key, newrma::PoolSize& pool) {
    const auto value = protocol.find(key);
    if (!value) return;
    const JsonObject object(*value, {"local", "global"});
    object.read("local", pool.local, limits::pool);
    object.read("global", pool.global, limits::pool);
    if (pool.local == 0 && pool.global == 0) value->fail("at least one element, local or global");
}

}  // namespace

newrma::Config parse_protocol(const JsonValue& value) {
    const JsonObject object(value, {"family", "slots", "op_pool", "target_pool", "piggyback_threshold",
                                    "single_op_threshold_bytes", "optimizations"});
    constexpr std::array<Named<int>, 1> families{{{"newrma", 0}}};
    if (const auto family = object.find("family")) family->one_of(families);
    newrma::Config config;
    object.read("slots", config.slots, limits::slots);
    read_pool(object, "op_pool", config.op_pool);
    read_pool(object, "target_pool", config.target_pool);
    object.read("piggyback_threshold", config.piggyback_threshold, limits::piggyback_threshold);
    object.read("single_op_threshold_bytes", config.single_op_threshold_bytes, limits::single_op_bytes);
    if (const auto optimizations = object.find("optimizations")) {
        const JsonObject switches(*optimizations, {"single_op", "piggyback", "lazy_free"});
        switches.read("single_op", config.optimizations.single_op);
        switches.read("piggyback", config.optimizations.piggyback);
        switches.read("lazy_free", config.optimizations.lazy_free);
    }
    return config;
}

}  // namespace rmasim::sim
