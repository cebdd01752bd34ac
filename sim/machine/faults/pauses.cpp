#include "sim/machine/faults/pauses.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace rmasim::sim {

namespace {

constexpr Time never = std::numeric_limits<Time>::max();
constexpr std::size_t max_pauses = 1'000'000;  // during one call of after() or end_of_work()

[[noreturn]] void throw_overflow() { throw std::overflow_error("virtual time exceeds its maximum of 106 days"); }
[[noreturn]] void throw_too_many() {
    throw std::overflow_error("stalls or pauses never end, or interrupt one activity a million times");
}

}  // namespace

void Pauses::add(const Pause& pause) {
    all_.push_back({from_ns(pause.at_ns), from_ns(pause.for_ns), from_ns(pause.every_ns)});
}

Time Pauses::later(Time time, Time duration) {
    Time sum = 0;
    if (__builtin_add_overflow(time, duration, &sum)) throw_overflow();
    return sum;
}

// Returns true if a pause of this interval contains `time`, and sets `end` to the end of that pause.
bool Pauses::covers(const Interval& interval, Time time, Time& end) {
    if (time < interval.begin) return false;
    const Time since = interval.every == 0 ? time - interval.begin : (time - interval.begin) % interval.every;
    if (since >= interval.length) return false;
    end = later(time, interval.length - since);
    return true;
}

// Pauses may overlap. So the end of a pause may be in another pause, and the loop continues until no pause contains
// `time`.
Time Pauses::after(Time time) const {
    std::size_t ends = 0;
    for (bool moved = true; moved;) {
        moved = false;
        for (const Interval& interval : all_) moved |= covers(interval, time, time);
        if (++ends > max_pauses) throw_too_many();
    }
    return time;
}

Time Pauses::next_begin(Time time) const {
    Time next = never;
    for (const Interval& interval : all_) {
        if (time <= interval.begin) {
            next = std::min(next, interval.begin);
        } else if (interval.every > 0) {
            const Time since = (time - interval.begin) % interval.every;
            next = std::min(next, later(time, since == 0 ? 0 : interval.every - since));
        }
    }
    return next;
}

// Skips whole periods if there is only one pause and it is periodic. So the number of steps does not depend on the
// duration of the work.
void Pauses::skip_periods(Time& time, Time& work) const {
    if (all_.size() != 1 || all_.front().every == 0 || time < all_.front().begin) return;
    const Interval& interval = all_.front();
    const Time in_a_period = interval.every - interval.length;
    const Time periods = work / in_a_period - 1;
    if (periods <= 0) return;
    Time skipped = 0;
    if (__builtin_mul_overflow(periods, interval.every, &skipped)) throw_overflow();
    time = later(time, skipped);
    work -= periods * in_a_period;
}

Time Pauses::end_of_work(Time begin, Time work) const {
    std::size_t begins = 0;
    for (Time time = after(begin);;) {
        skip_periods(time, work);
        const Time until = next_begin(time);
        if (work <= until - time) return later(time, work);
        work -= until - time;
        time = after(until);
        if (++begins > max_pauses) throw_too_many();
    }
}

}  // namespace rmasim::sim
