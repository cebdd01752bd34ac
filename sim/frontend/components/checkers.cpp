// The checkers of `rmasim`, which it loads when a run needs one.
#include "sim/frontend/components/component.h"
#include "sim/frontend/components/modules.h"

namespace rmasim::sim {

std::unique_ptr<Watcher> add_checkers(const CheckedRun& run, const RunListeners& listeners, RunCheckers& checkers) {
    static void* const entry = load_component(checkers_module, checkers_entry);
    const auto add = reinterpret_cast<decltype(&rmasim_add_checkers)>(entry);
    return std::unique_ptr<Watcher>(add(run, listeners, checkers));
}

}  // namespace rmasim::sim
