// The base class of families with operation tables and two-level pools of operation and target elements. Each window
// has a table and local levels; the global levels are common to all windows. Windows may have their own sizes.
#pragma once

#include "sim/scenario/families/described_family.h"
#include "sim/scenario/families/pool_settings.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

// The sizes of operation and target elements in memory, in bytes.
struct ElementBytes {
    std::size_t operation = 0;
    std::size_t target = 0;
};

// The pools of a family, in this order: the operation elements, then the target elements. The pools of each kind are
// the global level, then the local levels by window.
template <class Config>
std::vector<Pool> two_level_pools(const Config& config, const ElementBytes& bytes,
                                  std::span<const std::string> windows) {
    std::vector<Pool> pools;
    pools.reserve(2 * (windows.size() + 1));
    const auto add = [&](const std::string& stem, ElementKind kind, std::uint32_t global, LocalPool WindowSizes::*local,
                         std::size_t element_bytes) {
        pools.push_back({stem + ".global", kind, PoolLevel::global, 0, global, element_bytes});
        for (WindowId id = 0; id < windows.size(); ++id) {
            const std::uint32_t size = (sizes_of(config, id).*local).local;
            pools.push_back({stem + ".local." + windows[id], kind, PoolLevel::local, id, size, element_bytes});
        }
    };
    add("op", ElementKind::operation, config.op_pool.global, &WindowSizes::op_pool, bytes.operation);
    add("target", ElementKind::target, config.target_pool.global, &WindowSizes::target_pool, bytes.target);
    return pools;
}

// Reads the counters of all pool levels, in the order of `two_level_pools`.
template <class Engine>
void read_two_level_counters(const Engine& engine, std::vector<PoolLevelCounter>& counters) {
    counters.clear();
    counters.push_back(engine.global_ops());
    for (const auto& window : engine.windows()) counters.push_back(window.local_ops);
    counters.push_back(engine.global_targets());
    for (const auto& window : engine.windows()) counters.push_back(window.local_targets);
}

template <class Engine>
void read_tables_of(const Engine& engine, std::vector<TargetTable>& tables) {
    tables.clear();
    for (const auto& window : engine.windows())
        tables.push_back({window.table.slots(), window.table.max_list_length()});
}

template <class Engine>
void shrink_two_level_pool(Engine& engine, const PoolShrink& shrink) {
    if (shrink.level == PoolLevel::global) {
        engine.shrink_global_pool(shrink.kind, shrink.to);
    } else {
        engine.shrink_local_pool(shrink.kind, shrink.window, shrink.to);
    }
}

// Generates sizes for single windows, in one program of three. `random` is a copy of the caller's generator, so the
// caller's further choices do not depend on the sizes. The function may also generate sizes for windows that the
// program does not have. These sizes have no effect.
void randomize_window_sizes(Random random, const PoolSize& op_pool, const PoolSize& target_pool,
                           SizesOfWindows& of_windows);

// A copy of `config` with at least one element in every local pool.
template <class Config>
Config with_elements_everywhere(Config config) {
    const auto at_least_one = [](std::uint32_t& local) { local = std::max<std::uint32_t>(local, 1); };
    at_least_one(config.op_pool.local);
    at_least_one(config.target_pool.local);
    for (auto& sizes : config.of_windows) {
        if (!sizes) continue;
        at_least_one(sizes->op_pool.local);
        at_least_one(sizes->target_pool.local);
    }
    return config;
}

// The base class of families whose `Config` has slots, op_pool, target_pool and of_windows.
template <class Config>
class FamilyWithTables : public DescribedFamily<Config> {
public:
    std::shared_ptr<const ProtocolSettings> read_settings_of_window(const ProtocolSettings& settings, WindowId window,
                                                                    const JsonValue& value) const final {
        Config config = settings_as<Config>(settings);
        WindowSizes sizes = sizes_of(config, window);
        sim::read_settings(value, sizes);
        require_element(value, "op_pool", sizes.op_pool, config.op_pool);
        require_element(value, "target_pool", sizes.target_pool, config.target_pool);
        if (config.of_windows.size() <= window) config.of_windows.resize(window + 1U);
        config.of_windows[window] = sizes;
        return make_settings(std::move(config));
    }
    std::optional<SettingList> settings_of_window(const ProtocolSettings& settings, WindowId window) const final {
        const SizesOfWindows& of_windows = settings_as<Config>(settings).of_windows;
        if (window >= of_windows.size() || !of_windows[window]) return std::nullopt;
        return settings_of(*of_windows[window]);
    }
    std::shared_ptr<const ProtocolSettings> with_own_elements(
        std::shared_ptr<const ProtocolSettings> settings) const final {
        return make_settings(with_elements_everywhere(settings_as<Config>(*settings)));
    }

private:
    static void require_element(const JsonValue& value, std::string_view key, const LocalPool& own,
                                const PoolSize& all) {
        if (own.local > 0 || all.global > 0) return;
        throw BadInput(
            value.location() + "." + std::string(key) + ".local", "0",
            "at least 1: protocol." + std::string(key) + ".global is 0, so the window would have no element");
    }
};

}  // namespace rmasim::sim
