#include "protocol/ch4/routines/native.h"

#include "protocol/ch4/routines/origin_side.h"
#include "protocol/ch4/routines/progress.h"

#include <algorithm>

namespace rmasim::ch4 {

bool begins_flush(Window& window, Rank rank, Reach reach) {
    Target* const target = window.targets.find(rank);
    if (target == nullptr) return false;
    const bool flushes = reach == Reach::local ? target->mark == Mark::local : target->mark != Mark::none;
    if (flushes) target->mark = Mark::none;
    else window.get_forgotten = window.get_forgotten || target->gets > 0;
    return flushes;
}

bool begins_flush_of_all(Window& window, Reach reach) {
    const bool flushes = reach == Reach::local ? window.targets.any_marked_local() : window.targets.any_marked();
    if (flushes) {
        window.targets.clear_marks();
        return true;
    }
    const auto& all = window.targets.all();
    const bool forgets = std::any_of(all.begin(), all.end(), [](const Target& target) { return target.gets > 0; });
    window.get_forgotten = window.get_forgotten || forgets;
    return false;
}

void wait_for_other_accumulates(EngineState& engine, Window& window, const Operation& operation) {
    const Call call = call_of(operation);
    const Rank target = operation.target;
    if (is_native(engine, window, operation)) {
        wait_until(engine, {call, window.id, Awaited::operations, target},
                   [&window, target] { return window.accumulates == 0 && window.targets.accumulates(target) == 0; });
    } else {
        wait_until(engine, {call, window.id, Awaited::operations, no_rank},
                   [&window] { return window.native_unanswered == 0; });
    }
}

}  // namespace rmasim::ch4
