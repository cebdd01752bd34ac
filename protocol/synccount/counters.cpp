#include "protocol/synccount/counters.h"

namespace rmasim::synccount {

std::optional<std::uint32_t> CounterTable::take(WindowId window) {
    std::uint32_t slot = none;
    std::uint32_t number = 0;
    for (std::uint32_t i = 0; i < counters_.size() && slot == none; ++i) {
        const Counter& known = counters_[i];
        if (known.window != window) continue;
        if (!known.live && known.generation < Handle::last_generation) slot = i;
        else ++number;
    }
    if (slot == none) {
        if (counters_.size() == Handle::max_slots) return std::nullopt;
        slot = static_cast<std::uint32_t>(counters_.size());
        counters_.emplace_back();
    }
    const std::uint32_t generation = counters_[slot].generation + 1;
    counters_[slot] = Counter{};
    counters_[slot].window = window;
    counters_[slot].number = number;
    counters_[slot].generation = generation;
    counters_[slot].live = true;
    return slot;
}

}  // namespace rmasim::synccount
