// Clocks and sleeps: those of the host's clock, if it has one.
#include "sim/mpi/process/entries/entry.h"

#include <sys/time.h>

#include <cerrno>
#include <cstdint>
#include <ctime>

namespace rmasim::hosting {

namespace {

constexpr std::int64_t second_ns = 1'000'000'000;

// Returns the clock for the caller, or null for the real time, which a forked child has.
HostClock* clock_of_caller() {
    return calling_rank == nullptr || Host::get()->is_child() ? nullptr : clock_of_ranks;
}

std::int64_t now_ns(HostClock& clock, const LibraryCall& call) {
    const int rank = calling_rank->number;
    const HostSection host;
    return clock.now_ns(rank, call);
}

void sleep_ns(HostClock& clock, std::int64_t duration_ns, const LibraryCall& call) {
    const int rank = calling_rank->number;
    const HostSection host;
    clock.sleep_ns(rank, duration_ns, call);
}

std::int64_t to_ns(const timespec& time) { return time.tv_sec * second_ns + time.tv_nsec; }

// Real-time clocks, and those that count from the start of the machine. Clocks of processor time remain real.
bool is_virtual(clockid_t clock) {
    switch (clock) {
        case CLOCK_REALTIME:
        case CLOCK_REALTIME_COARSE:
        case CLOCK_MONOTONIC:
        case CLOCK_MONOTONIC_RAW:
        case CLOCK_MONOTONIC_COARSE:
        case CLOCK_BOOTTIME:
        case CLOCK_TAI: return true;
        default: return false;
    }
}

bool is_duration(const timespec& time) { return time.tv_sec >= 0 && time.tv_nsec >= 0 && time.tv_nsec < second_ns; }

}  // namespace

// The call of the entry in which it stands.
#define RMASIM_CALL_OF(function) \
    LibraryCall { function, __builtin_return_address(0), __builtin_frame_address(0) }

RMASIM_ENTRY(int, clock_gettime_entry, "clock_gettime", (clockid_t id, timespec* time)) {
    HostClock* const clock = clock_of_caller();
    if (clock == nullptr || !is_virtual(id)) return RMASIM_LIBC(clock_gettime_entry, "clock_gettime")(id, time);
    const std::int64_t now = now_ns(*clock, RMASIM_CALL_OF("clock_gettime"));
    *time = {now / second_ns, now % second_ns};
    return 0;
}

RMASIM_ENTRY(int, gettimeofday_entry, "gettimeofday", (timeval * time, void* zone)) {
    HostClock* const clock = clock_of_caller();
    if (clock == nullptr) return RMASIM_LIBC(gettimeofday_entry, "gettimeofday")(time, zone);
    const std::int64_t now = now_ns(*clock, RMASIM_CALL_OF("gettimeofday"));
    if (time != nullptr) *time = {now / second_ns, now % second_ns / 1000};
    return 0;
}

RMASIM_ENTRY(time_t, time_entry, "time", (time_t * result)) {
    HostClock* const clock = clock_of_caller();
    if (clock == nullptr) return RMASIM_LIBC(time_entry, "time")(result);
    const time_t now = now_ns(*clock, RMASIM_CALL_OF("time")) / second_ns;
    if (result != nullptr) *result = now;
    return now;
}

RMASIM_ENTRY(int, nanosleep_entry, "nanosleep", (const timespec* duration, timespec* rest)) {
    HostClock* const clock = clock_of_caller();
    if (clock == nullptr) return RMASIM_LIBC(nanosleep_entry, "nanosleep")(duration, rest);
    if (!is_duration(*duration)) {
        errno = EINVAL;
        return -1;
    }
    sleep_ns(*clock, to_ns(*duration), RMASIM_CALL_OF("nanosleep"));
    return 0;
}

RMASIM_ENTRY(int, clock_nanosleep_entry, "clock_nanosleep",
             (clockid_t id, int flags, const timespec* time, timespec* rest)) {
    HostClock* const clock = clock_of_caller();
    if (clock == nullptr || !is_virtual(id)) {
        return RMASIM_LIBC(clock_nanosleep_entry, "clock_nanosleep")(id, flags, time, rest);
    }
    if (!is_duration(*time)) return EINVAL;
    const std::int64_t duration =
        (flags & TIMER_ABSTIME) != 0 ? to_ns(*time) - now_ns(*clock, RMASIM_CALL_OF("clock_nanosleep")) : to_ns(*time);
    if (duration > 0) sleep_ns(*clock, duration, RMASIM_CALL_OF("clock_nanosleep"));
    return 0;
}

RMASIM_ENTRY(unsigned, sleep_entry, "sleep", (unsigned seconds)) {
    HostClock* const clock = clock_of_caller();
    if (clock == nullptr) return RMASIM_LIBC(sleep_entry, "sleep")(seconds);
    sleep_ns(*clock, seconds * second_ns, RMASIM_CALL_OF("sleep"));
    return 0;
}

RMASIM_ENTRY(int, usleep_entry, "usleep", (unsigned microseconds)) {
    HostClock* const clock = clock_of_caller();
    if (clock == nullptr) return RMASIM_LIBC(usleep_entry, "usleep")(microseconds);
    sleep_ns(*clock, std::int64_t{microseconds} * 1000, RMASIM_CALL_OF("usleep"));
    return 0;
}

RMASIM_ENTRY(int, sched_yield_entry, "sched_yield", ()) {
    HostClock* const clock = clock_of_caller();
    if (clock == nullptr) return RMASIM_LIBC(sched_yield_entry, "sched_yield")();
    const int rank = calling_rank->number;
    const HostSection host;
    clock->give_way(rank, RMASIM_CALL_OF("sched_yield"));
    return 0;
}

}  // namespace rmasim::hosting
