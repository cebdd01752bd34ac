// A replacement for Linux's futex, for threads of programs. The C++ library uses futexes in futures, atomic waits,
// semaphores, latches, barriers and initialisations of local statics. Part of this code is compiled into the program.
// All threads of a rank run on one thread of the operating system, so a futex of Linux would block all of them.
#include "sim/mpi/threads/posix_threads.h"
#include "sim/mpi/threads/program_functions.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <limits>
#include <vector>

namespace rmasim::sim {

namespace {

struct Futex {
    const unsigned* word;
    int operation;
    unsigned value;
    const timespec* time;

    int command() const { return operation & FUTEX_CMD_MASK; }
    bool waits() const { return command() == FUTEX_WAIT || command() == FUTEX_WAIT_BITSET; }
    bool wakes() const { return command() == FUTEX_WAKE || command() == FUTEX_WAKE_BITSET; }
    // Returns the time at which the wait ends. `time` is a duration for FUTEX_WAIT, and a time for FUTEX_WAIT_BITSET.
    double until() const {
        if (time == nullptr) return never;
        return command() == FUTEX_WAIT ? RankThreads::get().host().now() + seconds(*time) : seconds(*time);
    }
};

long wait(const Caller& caller, const Futex& futex) {
    RankThreads& threads = threads_after_computation();
    if (*futex.word != futex.value) {
        errno = EAGAIN;
        return -1;
    }
    const auto awaited = [] { return std::string("a notification (futex) that no thread sends"); };
    if (!threads.wait_on(futex.word, caller, awaited, futex.until())) {
        errno = ETIMEDOUT;
        return -1;
    }
    threads.acquire_clock(caller, futex.word);
    return 0;
}

long wake(const Caller& caller, const Futex& futex) {
    RankThreads& threads = threads_after_computation();
    threads.release_clock(caller, futex.word);
    long woken = 0;
    while (woken < static_cast<long>(futex.value) && threads.wake_first(futex.word) != nullptr) ++woken;
    return woken;
}

// Replaces `syscall`. Programs pass only as many arguments as the system call needs. The function may still read all
// seven parameters, since registers and the stack have some value for each of them.
long system_call(long number, long a, long b, long c, long d, long e, long f) {
    if (number == SYS_futex && !outside_programs()) {
        const Futex futex{reinterpret_cast<const unsigned*>(a), static_cast<int>(b), static_cast<unsigned>(c),
                          reinterpret_cast<const timespec*>(d)};
        const Caller caller = RMASIM_CALLED_AS("syscall(SYS_futex)");
        if (futex.waits()) return wait(caller, futex);
        if (futex.wakes()) return wake(caller, futex);
    }
    const ProgramCode program;
    return ::syscall(number, a, b, c, d, e, f);
}

}  // namespace

std::vector<TakenFunction> futex_functions() { return {taken<system_call>("syscall")}; }

}  // namespace rmasim::sim
