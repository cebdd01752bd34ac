#include "sim/checkers/invariants/setting.h"

namespace rmasim::sim::check {

Setting setting_of(const Scenario& scenario) {
    Setting setting{scenario.ranks,
                    {},
                    scenario.family,
                    scenario.protocol,
                    {},
                    static_cast<Rank>(scenario.platform.ranks_per_node),
                    {},
                    {}};
    for (const WindowSettings& window : scenario.windows) {
        setting.windows.push_back(window.name);
        setting.shared.push_back(window.shared);
        setting.disp_units.push_back(window.disp_unit);
        setting.private_memory.push_back(!window.alloc_mem);
    }
    for (const WindowSettings& buffer : scenario.buffers) setting.private_memory.push_back(!buffer.alloc_mem);
    return setting;
}

}  // namespace rmasim::sim::check
