#include "sim/check/setting.h"

namespace rmasim::sim {

Setting setting_of(const Scenario& scenario) {
    Setting setting{scenario.ranks, {}, scenario.protocol};
    for (const WindowSettings& window : scenario.windows) setting.windows.push_back(window.name);
    return setting;
}

}  // namespace rmasim::sim
