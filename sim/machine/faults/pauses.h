// The pauses of a NIC or of a rank's processor: intervals of time in which the NIC or the processor does nothing.
#pragma once

#include "sim/machine/engine/time.h"
#include "sim/scenario/model/fault_settings.h"

#include <vector>

namespace rmasim::sim {

class Pauses {
public:
    void add(const Pause& pause);
    bool empty() const { return all_.empty(); }

    // Returns the end of the pause that contains `time`, or `time` itself if no pause contains `time`.
    Time after(Time time) const;
    // Returns the end of work that begins at `begin`, lasts `work`, and is interrupted by pauses. Example: with a pause
    // from 10 to 15, work of 8 that begins at 5 ends at 18. Raises std::overflow_error if the end is beyond the range
    // of Time.
    Time end_of_work(Time begin, Time work) const;

private:
    struct Interval {
        Time begin;
        Time length;
        Time every;  // the period; 0 if the pause occurs once
    };

    static Time later(Time time, Time duration);
    static bool covers(const Interval& interval, Time time, Time& end);
    Time next_begin(Time time) const;
    void skip_periods(Time& time, Time& work) const;

    std::vector<Interval> all_;
};

}  // namespace rmasim::sim
