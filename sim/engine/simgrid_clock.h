// SimGrid's clock as the event loop knows it. Whoever has loaded SimGrid implements it (sim/platform/simgrid.h).
#pragma once

#include <functional>

namespace rmasim::sim {

class SimgridClock {
public:
    virtual ~SimgridClock() = default;

    // Seconds. Not 0 at the beginning if an earlier engine lived in this process.
    virtual double now_s() const = 0;

    // There is one alarm: at `date_s`, not before now_s(), SimGrid calls `work`, through which no exception may pass.
    // One that is set must have rung or be unset before the next.
    virtual void set_alarm(double date_s, std::function<void()> work) = 0;
    virtual void unset_alarm() = 0;

    // Returns when no alarm is set and nothing is under way.
    virtual void run() = 0;
};

}  // namespace rmasim::sim
