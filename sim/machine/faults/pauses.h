// The intervals in which a NIC or the processor of a rank stands still.
#pragma once

#include "sim/machine/engine/time.h"
#include "sim/scenario/model/fault_settings.h"

#include <vector>

namespace rmasim::sim {

class Pauses {
public:
    void add(const Pause& pause);
    bool empty() const { return all_.empty(); }

    // Returns `time`, or the end of the standstill that contains `time`.
    Time after(Time time) const;
    // The end of work of duration `work` that starts at `begin` and is interrupted by standstills. Example: with a
    // standstill from 10 to 15, work of 8 that begins at 5 ends at 18. Raises std::overflow_error beyond the range of
    // Time.
    Time end_of_work(Time begin, Time work) const;

private:
    struct Interval {
        Time begin;
        Time length;
        Time every;  // 0: once
    };

    static Time later(Time time, Time duration);
    static bool covers(const Interval& interval, Time time, Time& end);
    Time next_begin(Time time) const;
    void skip_periods(Time& time, Time& work) const;

    std::vector<Interval> all_;
};

}  // namespace rmasim::sim
