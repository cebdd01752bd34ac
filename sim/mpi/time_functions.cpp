// Replacements for the functions that return the time or sleep. In programs with threads, these functions use virtual
// time, also if the C++ library calls them. (In C programs, SMPI's header also replaces some of them.) While a thread
// sleeps, the rank's other threads run.
#include "sim/mpi/posix_threads.h"
#include "sim/mpi/program_functions.h"

#include <smpi/smpi.h>
#include <smpi/smpi_helpers_internal.h>
#include <sys/time.h>
#include <unistd.h>
#include <simgrid/s4u/Engine.hpp>

#include <ctime>
#include <vector>

namespace rmasim::sim {

namespace {

bool is_real() { return outside_programs() || !SmpiWorld::get().has_joined(); }
double virtual_time() { return simgrid::s4u::Engine::get_clock(); }

void sleep_for(double duration) { threads_after_computation().sleep_until(virtual_time() + duration); }

unsigned sleep_virtual(unsigned duration) {
    if (is_real()) return ::sleep(duration);
    sleep_for(duration);
    return 0;
}
int usleep_virtual(useconds_t duration) {
    if (is_real()) return ::usleep(duration);
    sleep_for(duration / 1e6);
    return 0;
}
int nanosleep_virtual(const timespec* duration, timespec* left) {
    if (is_real()) return ::nanosleep(duration, left);
    sleep_for(seconds(*duration));
    return 0;
}
int clock_nanosleep_virtual(clockid_t clock, int flags, const timespec* time, timespec* left) {
    if (is_real()) return ::clock_nanosleep(clock, flags, time, left);
    if ((flags & TIMER_ABSTIME) != 0) threads_after_computation().sleep_until(seconds(*time));
    else sleep_for(seconds(*time));
    return 0;
}
int thrd_sleep_virtual(const timespec* duration, timespec* left) { return nanosleep_virtual(duration, left); }

int clock_gettime_virtual(clockid_t clock, timespec* time) {
    return is_real() ? ::clock_gettime(clock, time) : smpi_clock_gettime(clock, time);
}
int gettimeofday_virtual(timeval* time, void* zone) {
    return is_real() ? ::gettimeofday(time, zone) : smpi_gettimeofday(time, static_cast<struct timezone*>(zone));
}
int timespec_get_virtual(timespec* time, int base) {
    if (is_real()) return ::timespec_get(time, base);
    smpi_clock_gettime(CLOCK_REALTIME, time);
    return base;
}
time_t time_virtual(time_t* to) {
    if (is_real()) return ::time(to);
    const auto now = static_cast<time_t>(virtual_time());
    if (to != nullptr) *to = now;
    return now;
}

}  // namespace

std::vector<TakenFunction> time_functions() {
    return {taken("sleep", sleep_virtual),
            taken("usleep", usleep_virtual),
            taken("nanosleep", nanosleep_virtual),
            taken("clock_nanosleep", clock_nanosleep_virtual),
            taken("thrd_sleep", thrd_sleep_virtual),
            taken("clock_gettime", clock_gettime_virtual),
            taken("gettimeofday", gettimeofday_virtual),
            taken("timespec_get", timespec_get_virtual),
            taken("time", time_virtual),
            taken("smpi_sleep", sleep_virtual),
            taken("smpi_usleep", usleep_virtual),
            taken("smpi_nanosleep", nanosleep_virtual)};
}

}  // namespace rmasim::sim
