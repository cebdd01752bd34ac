#include "sim/input/model/limits.h"
#include "sim/input/model/setting_names.h"
#include "sim/input/read/parse_parts.h"

namespace rmasim::sim {

MemorySettings parse_memory(const JsonValue& value) {
    const JsonObject object(value, {"order", "store_buffer", "drain_ns", "stale_words", "stale_ns", "coherent", "cache",
                                    "cache_lines", "without_mem_sync"});
    MemorySettings memory;
    if (const auto order = object.find("order")) memory.order = order->one_of(memory_orders);
    object.read("store_buffer", memory.store_buffer, limits::store_buffer);
    object.read("drain_ns", memory.drain_ns, limits::cost_ns);
    object.read("stale_words", memory.stale_words, limits::stale_words);
    object.read("stale_ns", memory.stale_ns, limits::cost_ns);
    object.read("coherent", memory.coherent);
    if (const auto cache = object.find("cache")) memory.cache = cache->one_of(cache_policies);
    object.read("cache_lines", memory.cache_lines, limits::cache_lines);
    if (const auto list = object.find("without_mem_sync")) {
        for (const JsonValue& place : list->items(mem_sync_count)) {
            memory.without_mem_sync.push_back(place.one_of(mem_syncs()));
        }
    }
    return memory;
}

}  // namespace rmasim::sim
