#include "protocol/ch4/routines/native.h"

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

}  // namespace rmasim::ch4
