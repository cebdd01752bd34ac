// SimGrid's clock as the event loop uses it. The module that contains SimGrid implements it
// (sim/machine/platform/simgrid.h).
#pragma once

#include <functional>

namespace rmasim::sim {

class SimgridClock {
public:
    virtual ~SimgridClock() = default;

    // Seconds since the engine was created.
    virtual double now_s() const = 0;

    // Sets the only alarm: at `date_s`, not before now_s(), SimGrid calls `work`, which must not throw. The previous
    // alarm must have rung or been unset.
    virtual void set_alarm(double date_s, std::function<void()> work) = 0;
    virtual void unset_alarm() = 0;

    // Returns when no alarm is set and no communication is in flight. Raises what require_none_forgotten raises.
    virtual void run() = 0;
    // Raises BadInput if a communication has not ended. For an engine that has nothing left to do.
    virtual void require_none_forgotten() const = 0;
};

}  // namespace rmasim::sim
