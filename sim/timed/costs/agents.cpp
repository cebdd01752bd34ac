#include "sim/timed/costs/agents.h"

#include "sim/scenario/expression/random.h"

namespace rmasim::sim {

Time Agents::next_look(Rank rank, Time now) const {
    // A random stream that no other code uses.
    constexpr std::uint64_t phase_stream = std::uint64_t{1} << 62;
    Random random(seed_, static_cast<std::uint64_t>(rank) + phase_stream);
    const auto phase = static_cast<Time>(random.below(static_cast<std::uint64_t>(interval_)));
    if (now <= phase) return phase;
    return phase + (now - phase + interval_ - 1) / interval_ * interval_;
}

// From the first signal on, a computation can use only `interval_` - `wake_` of each interval.
Time Agents::stretched(Rank rank, Time began, Time time) const {
    if (!interrupts_ || !periodic() || wake_ == 0) return time;
    const Time before_first = next_look(rank, began) - began;
    if (time <= before_first) return time;
    const Time computing = interval_ - wake_;
    return time + (time - before_first + computing - 1) / computing * wake_;
}

}  // namespace rmasim::sim
