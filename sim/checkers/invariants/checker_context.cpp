#include "sim/checkers/invariants/checker_context.h"

namespace rmasim::sim::check {

CheckerContext context_of(const Scenario& scenario) {
    CheckerContext context{scenario.ranks,
                           {},
                           scenario.family,
                           scenario.protocol,
                           {},
                           static_cast<Rank>(scenario.platform.ranks_per_node),
                           {},
                           {},
                           scenario.communicators.get()};
    for (const WindowSettings& window : scenario.windows) {
        context.windows.push_back(window.name);
        context.shared.push_back(window.shared);
        context.disp_units.push_back(window.disp_unit);
        context.private_memory.push_back(!window.alloc_mem);
    }
    for (const WindowSettings& buffer : scenario.buffers) context.private_memory.push_back(!buffer.alloc_mem);
    return context;
}

}  // namespace rmasim::sim::check
