// The times at which something stands still: a NIC, a rank's processor.
#pragma once

#include "sim/engine/time.h"
#include "sim/input/model/fault_settings.h"

#include <vector>

namespace rmasim::sim {

class Standstills {
public:
    void add(const Standstill& standstill);
    bool empty() const { return all_.empty(); }

    // `time` itself, or the end of the standstill that it falls into.
    Time after(Time time) const;
    // When work that takes `work` is done, begun at `begin` and interrupted by every standstill on its way. Raises
    // std::overflow_error past the end of virtual time.
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
