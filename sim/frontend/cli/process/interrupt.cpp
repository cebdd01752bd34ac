#include "sim/frontend/cli/process/interrupt.h"

#include "sim/frontend/output/unfinished.h"

#include <sys/prctl.h>

#include <chrono>
#include <csignal>

namespace rmasim::sim {

namespace {

// A signal handler may use this clock: it makes a system call, but does not allocate memory.
using std::chrono::steady_clock;

volatile std::sig_atomic_t noted = 0;
steady_clock::time_point noted_at;

extern "C" void note(int number) {
    if (noted != 0) {
        if (steady_clock::now() - noted_at >= std::chrono::milliseconds(500)) end_by_signal(number);
        return;
    }
    noted_at = steady_clock::now();
    noted = number;
}

}  // namespace

void note_interrupts() {
    for (const int number : {SIGINT, SIGTERM}) {
        // A signal that the caller ignores stays ignored.
        if (std::signal(number, note) == SIG_IGN) std::signal(number, SIG_IGN);
    }
}

void end_with_parent() { ::prctl(PR_SET_PDEATHSIG, SIGTERM); }

bool interrupted() noexcept { return noted != 0; }

void end_if_interrupted() {
    if (noted != 0) end_by_signal(noted);
}

}  // namespace rmasim::sim
