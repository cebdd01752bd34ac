#include "protocol/synccount/counters.h"

namespace rmasim::synccount {

std::optional<std::uint32_t> CounterTable::take(WindowId window) {
    std::uint32_t place = none;
    std::uint32_t number = 0;
    for (std::uint32_t i = 0; i < counters_.size() && place == none; ++i) {
        const Counter& known = counters_[i];
        if (known.window != window) continue;
        if (!known.live && known.generation < Handle::last_generation) place = i;
        else ++number;
    }
    if (place == none) {
        if (counters_.size() == Handle::max_places) return std::nullopt;
        place = static_cast<std::uint32_t>(counters_.size());
        counters_.emplace_back();
    }
    const std::uint32_t generation = counters_[place].generation + 1;
    counters_[place] = Counter{};
    counters_[place].window = window;
    counters_[place].number = number;
    counters_[place].generation = generation;
    counters_[place].live = true;
    return place;
}

}  // namespace rmasim::synccount
