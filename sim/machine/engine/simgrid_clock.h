// The event loop's interface to SimGrid's clock. The module that contains SimGrid implements this interface
// (sim/machine/platform/simgrid.h).
#pragma once

#include <functional>

namespace rmasim::sim {

class SimgridClock {
public:
    virtual ~SimgridClock() = default;

    // Seconds since the engine was created.
    virtual double now_s() const = 0;

    // Sets the alarm: SimGrid calls `work` at the time `date_s`, which is not before now_s(). `work` must not throw.
    // There is only one alarm, so the previous alarm must have rung or been unset.
    virtual void set_alarm(double date_s, std::function<void()> work) = 0;
    virtual void unset_alarm() = 0;

    // Runs SimGrid until no alarm is set and no communication is in flight. Raises BadInput if a communication has not
    // ended.
    virtual void run() = 0;
    // Raises BadInput if a communication of SimGrid has not ended, although SimGrid has no further events. SimGrid then
    // lost this communication. Call this function when SimGrid's engine has nothing left to do.
    virtual void require_none_forgotten() const = 0;
};

}  // namespace rmasim::sim
