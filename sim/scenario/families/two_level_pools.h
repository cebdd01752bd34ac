// Settings and counters of families with operation tables and two-level pools of operation and target elements. Each
// window has a table and local levels; the global levels are common to all windows. Windows may have their own sizes.
#pragma once

#include "sim/scenario/families/family.h"
#include "sim/scenario/families/pool_settings.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

// The codec of families whose `Config` has slots, op_pool, target_pool and of_windows.
template <class Config>
class CodecWithTables : public DescribedCodec<Config> {
public:
    std::shared_ptr<const ProtocolSettings> read_of_window(const ProtocolSettings& settings, WindowId window,
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
    std::optional<SettingList> list_of_window(const ProtocolSettings& settings, WindowId window) const final {
        const SizesOfWindows& of_windows = settings_as<Config>(settings).of_windows;
        if (window >= of_windows.size() || !of_windows[window]) return std::nullopt;
        return settings_of(*of_windows[window]);
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

// The counters of families whose `Engine` has two-level pools of `OperationElement` and `TargetElement`.
template <class Config, class Engine, class OperationElement, class TargetElement>
class TwoLevelCounters final : public ProcessCounters {
public:
    // In this order: the pools of operation elements, then those of target elements. The pools of each kind are the
    // global level, then the local levels by window.
    std::vector<Pool> pools(const ProtocolSettings& settings, std::span<const std::string> windows) const override {
        const Config& config = settings_as<Config>(settings);
        std::vector<Pool> pools;
        pools.reserve(2 * (windows.size() + 1));
        const auto add = [&](const std::string& stem, ElementKind kind, std::uint32_t global,
                             LocalPool WindowSizes::*local, std::size_t element_bytes) {
            pools.push_back({stem + ".global", kind, PoolLevel::global, 0, global, element_bytes});
            for (WindowId id = 0; id < windows.size(); ++id) {
                const std::uint32_t size = (sizes_of(config, id).*local).local;
                pools.push_back({stem + ".local." + windows[id], kind, PoolLevel::local, id, size, element_bytes});
            }
        };
        add("op", ElementKind::operation, config.op_pool.global, &WindowSizes::op_pool,
            sizeof(OperationElement) + sizeof(OperationRest));
        add("target", ElementKind::target, config.target_pool.global, &WindowSizes::target_pool, sizeof(TargetElement));
        return pools;
    }
    void read_pools(const Process& process, std::vector<PoolLevelCounter>& counters) const override {
        const Engine& engine = static_cast<const Engine&>(process);
        counters.clear();
        counters.push_back(engine.global_ops());
        for (const auto& window : engine.windows()) counters.push_back(window.local_ops);
        counters.push_back(engine.global_targets());
        for (const auto& window : engine.windows()) counters.push_back(window.local_targets);
    }
    void read_tables(const Process& process, std::vector<TargetTable>& tables) const override {
        tables.clear();
        for (const auto& window : static_cast<const Engine&>(process).windows())
            tables.push_back({window.table.slots(), window.table.max_list_length()});
    }
    void shrink(Process& process, const PoolShrink& shrink) const override {
        Engine& engine = static_cast<Engine&>(process);
        if (shrink.level == PoolLevel::global) {
            engine.shrink_global_pool(shrink.kind, shrink.to);
        } else {
            engine.shrink_local_pool(shrink.kind, shrink.window, shrink.to);
        }
    }
};

}  // namespace rmasim::sim
