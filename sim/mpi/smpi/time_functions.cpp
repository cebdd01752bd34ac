// Replacements for the functions that return the time or sleep. In programs with threads, these functions use virtual
// time, also if the C++ library calls them. (In C programs, SMPI's header also replaces some of them.) While a thread
// sleeps, the rank's other threads run.
#include "sim/mpi/threads/posix_threads.h"
#include "sim/mpi/smpi/taken_functions.h"

#include <dlfcn.h>
#include <simgrid/s4u/Engine.hpp>
#include <smpi/smpi.h>
#include <smpi/smpi_helpers_internal.h>
#include <sys/time.h>
#include <unistd.h>

#include <ctime>
#include <vector>

namespace rmasim::sim {

namespace {

bool is_real() { return program_events() == nullptr; }
// SMPI's functions that return the virtual time. Each call takes virtual time.
struct FunctionsOfSmpi {
    int (*clock_gettime)(clockid_t, timespec*);
    int (*gettimeofday)(timeval*, struct timezone*);
};
const FunctionsOfSmpi& smpi_of_time() {
    static const FunctionsOfSmpi functions{
        reinterpret_cast<decltype(FunctionsOfSmpi::clock_gettime)>(::dlsym(RTLD_NEXT, "smpi_clock_gettime")),
        reinterpret_cast<decltype(FunctionsOfSmpi::gettimeofday)>(::dlsym(RTLD_NEXT, "smpi_gettimeofday"))};
    return functions;
}
double virtual_time() { return simgrid::s4u::Engine::get_clock(); }

void sleep_until(const Caller& caller, double time) {
    RankThreads& threads = threads_after_computation();
    SmpiWorld::get().sleeps(true);
    threads.sleep_until(time);
    SmpiWorld::get().sleeps(false);
    program_events()->polled(caller, PollKind::sleep);
}
void sleep_for(const Caller& caller, double duration) { sleep_until(caller, virtual_time() + duration); }

// Begins a call that returns the time: adds the computation to virtual time.
void read_clock(const Caller& caller) {
    SmpiWorld::get().compute();
    program_events()->polled(caller, PollKind::clock);
}

unsigned sleep_virtual(unsigned duration) {
    if (is_real()) return ::sleep(duration);
    sleep_for(RMASIM_CALLED_AS("sleep"), duration);
    return 0;
}
int usleep_virtual(useconds_t duration) {
    if (is_real()) return ::usleep(duration);
    sleep_for(RMASIM_CALLED_AS("usleep"), duration / 1e6);
    return 0;
}
int nanosleep_virtual(const timespec* duration, timespec* left) {
    if (is_real()) return ::nanosleep(duration, left);
    sleep_for(RMASIM_CALLED_AS("nanosleep"), seconds(*duration));
    return 0;
}
int clock_nanosleep_virtual(clockid_t clock, int flags, const timespec* time, timespec* left) {
    if (is_real()) return ::clock_nanosleep(clock, flags, time, left);
    const Caller caller = RMASIM_CALLED_AS("clock_nanosleep");
    if ((flags & TIMER_ABSTIME) != 0) sleep_until(caller, seconds(*time));
    else sleep_for(caller, seconds(*time));
    return 0;
}
int thrd_sleep_virtual(const timespec* duration, timespec* left) {
    if (is_real()) return ::nanosleep(duration, left);
    sleep_for(RMASIM_CALLED_AS("thrd_sleep"), seconds(*duration));
    return 0;
}

int clock_gettime_virtual(clockid_t clock, timespec* time) {
    if (is_real()) return ::clock_gettime(clock, time);
    read_clock(RMASIM_CALLED_AS("clock_gettime"));
    return smpi_of_time().clock_gettime(clock, time);
}
int gettimeofday_virtual(timeval* time, void* zone) {
    if (is_real()) return ::gettimeofday(time, zone);
    read_clock(RMASIM_CALLED_AS("gettimeofday"));
    return smpi_of_time().gettimeofday(time, static_cast<struct timezone*>(zone));
}
int timespec_get_virtual(timespec* time, int base) {
    if (is_real()) return ::timespec_get(time, base);
    read_clock(RMASIM_CALLED_AS("timespec_get"));
    smpi_of_time().clock_gettime(CLOCK_REALTIME, time);
    return base;
}
time_t time_virtual(time_t* to) {
    if (is_real()) return ::time(to);
    read_clock(RMASIM_CALLED_AS("time"));
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
            taken("smpi_nanosleep", nanosleep_virtual),
            taken("smpi_clock_gettime", clock_gettime_virtual),
            taken("smpi_gettimeofday", gettimeofday_virtual)};
}

}  // namespace rmasim::sim
