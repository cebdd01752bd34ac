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

    // Sets the alarm: SimGrid will call `work` at the time `date_s`, which must not be before now_s(). `work` must not
    // throw. There is only one alarm: the call for the previous alarm must have been made, or unset_alarm() must have
    // been called.
    virtual void set_alarm(double date_s, std::function<void()> work) = 0;
    virtual void unset_alarm() = 0;

    // Runs SimGrid until no alarm is set and no communication is in flight. Raises BadInput if a communication has not
    // ended.
    virtual void run() = 0;
    // Must be called when SimGrid's engine has nothing left to do. Raises BadInput if a communication has not ended
    // even then, so that it will never end.
    virtual void require_none_forgotten() const = 0;
};

}  // namespace rmasim::sim
