#include "sim/mpi/cpu_limit.h"

#include "sim/mpi/debug/loaded_files.h"

#include <sys/time.h>
#include <ucontext.h>

#include <atomic>
#include <csignal>

namespace rmasim::sim {

namespace {

constexpr std::int64_t ticks_per_s = 10;  // ticks of the timer, per second of CPU time

// The state of the limit. The signal handler reads and writes it, so it consists of lock-free atomic variables.
std::atomic<std::int64_t> ticks = 0;  // since the last activity
std::int64_t max_ticks = 0;
bool (*is_simulating)() = nullptr;
void (*then)(const void*) = nullptr;
const void* last_instruction = nullptr;

// The function in which a thread continues. The program's own code has been interrupted, so all functions may be
// called.
[[noreturn]] void continue_here() {
    then(last_instruction);
    for (;;) {
    }
}

// Lets the interrupted thread continue in continue_here(). The stack pointer is as after a call. The red zone of the
// interrupted function stays unchanged.
void redirect(ucontext_t& context) {
    constexpr greg_t red_zone = 128, alignment = 16, return_address = 8;
    greg_t& stack_pointer = context.uc_mcontext.gregs[REG_RSP];
    stack_pointer = (stack_pointer - red_zone) / alignment * alignment - return_address;
    context.uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(reinterpret_cast<std::uintptr_t>(&continue_here));
}

// Handles a tick. If the limit is reached, the run ends at the first tick that interrupts the program's own code:
// inside of a library, a lock of that library might be taken.
void on_tick(int, siginfo_t*, void* data) {
    if (is_simulating()) return note_activity();
    if (++ticks < max_ticks) return;
    auto& context = *static_cast<ucontext_t*>(data);
    const auto* const instruction = reinterpret_cast<const void*>(context.uc_mcontext.gregs[REG_RIP]);
    if (!LoadedFiles::is_of_program(instruction)) return;
    ticks = 0;
    last_instruction = instruction;
    redirect(context);
}

}  // namespace

void limit_cpu_time(std::int64_t max_cpu_s, bool (*in_simulator)(), void (*reached)(const void* instruction)) {
    if (max_cpu_s == 0) return;
    max_ticks = max_cpu_s * ticks_per_s;
    is_simulating = in_simulator;
    then = reached;
    struct sigaction action {};
    action.sa_sigaction = on_tick;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    ::sigaction(SIGPROF, &action, nullptr);
    constexpr timeval tick{0, 1'000'000 / ticks_per_s};
    const itimerval timer{tick, tick};
    ::setitimer(ITIMER_PROF, &timer, nullptr);
}

void note_activity() { ticks.store(0, std::memory_order_relaxed); }

}  // namespace rmasim::sim
