#include "sim/machine/faults/rank_faults.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace rmasim::sim {

RankFaults::RankFaults(const FaultSettings& faults, Rank rank) {
    for (const Straggler& straggler : faults.stragglers) {
        if (straggler.ranks.contains(rank)) slowdown_ *= straggler.slowdown;
    }
    for (const Pause& pause : faults.pauses) {
        if (pause.ranks.contains(rank)) pauses_.add(pause);
    }
    for (const Death& death : faults.deaths) {
        if (!death.when.at_ns || !death.ranks.contains(rank)) continue;
        const Time time = from_ns(*death.when.at_ns);
        death_ = std::min(death_.value_or(time), time);
    }
    for (const PoolShrink& shrink : faults.shrinks) {
        if (shrink.when.at_ns && shrink.ranks.contains(rank)) {
            shrinks_.emplace_back(from_ns(*shrink.when.at_ns), &shrink);
        }
    }
    std::stable_sort(shrinks_.begin(), shrinks_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
}

Time RankFaults::stretched(Time begin, Time work) const {
    constexpr double max = 9e18;
    const double slowed = static_cast<double>(work) * slowdown_;
    if (slowed > max) throw std::overflow_error("virtual time exceeds its maximum of 106 days");
    const Time all = slowdown_ == 1 ? work : static_cast<Time>(std::llround(slowed));
    return pauses_.empty() ? all : pauses_.end_of_work(begin, all) - begin;
}

const PoolShrink* RankFaults::next_shrink(Time now) {
    if (next_shrink_ == shrinks_.size() || shrinks_[next_shrink_].first > now) return nullptr;
    return shrinks_[next_shrink_++].second;
}

}  // namespace rmasim::sim
