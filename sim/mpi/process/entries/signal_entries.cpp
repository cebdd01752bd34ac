// Handlers of signals by rank, and signals that a rank sends to itself.
#include "sim/mpi/process/entries/entry.h"
#include "sim/mpi/process/signals.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace rmasim::hosting {

namespace {

constexpr int max_signal = 65;

struct sigaction* handlers_of(Rank& rank) {
    if (rank.libc.handlers == nullptr) {
        const HostSection host;  // not in the rank's heap: it is no leak of the program
        rank.libc.handlers = new struct sigaction[max_signal] {};
    }
    return rank.libc.handlers;
}

bool is_signal(int signal) { return signal > 0 && signal < max_signal; }

using Handler = void (*)(int);

Handler set_handler(Rank& rank, int signal, Handler handler, int flags) {
    if (!is_signal(signal) || signal == SIGKILL || signal == SIGSTOP) {
        errno = EINVAL;
        return SIG_ERR;
    }
    struct sigaction& action = handlers_of(rank)[signal];
    const Handler old = action.sa_handler;
    action = {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    return old;
}

}  // namespace

RMASIM_ENTRY(int, sigaction_entry, "sigaction", (int signal, const struct sigaction* action, struct sigaction* old)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr) return RMASIM_LIBC(sigaction_entry, "sigaction")(signal, action, old);
    if (!is_signal(signal) || (action != nullptr && (signal == SIGKILL || signal == SIGSTOP))) {
        errno = EINVAL;
        return -1;
    }
    struct sigaction& present = handlers_of(*rank)[signal];
    const struct sigaction before = present;
    if (action != nullptr) present = *action;
    if (old != nullptr) *old = before;
    return 0;
}

RMASIM_ENTRY(Handler, signal_entry, "signal", (int signal, Handler handler)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr) return RMASIM_LIBC(signal_entry, "signal")(signal, handler);
    return set_handler(*rank, signal, handler, SA_RESTART);
}

RMASIM_ENTRY(Handler, sysv_signal_entry, "__sysv_signal", (int signal, Handler handler)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr) return RMASIM_LIBC(sysv_signal_entry, "__sysv_signal")(signal, handler);
    return set_handler(*rank, signal, handler, static_cast<int>(SA_RESETHAND));
}

RMASIM_ENTRY(int, raise_entry, "raise", (int signal)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr) return RMASIM_LIBC(raise_entry, "raise")(signal);
    if (signal < 0 || signal >= max_signal) {
        errno = EINVAL;
        return -1;
    }
    if (signal > 0) deliver_signal(*rank, signal);
    return 0;
}

RMASIM_ENTRY(int, kill_entry, "kill", (pid_t process, int signal)) {
    Rank* const rank = calling_rank;
    const bool is_own = process == ::getpid() || process == 0 || process == -::getpid();
    if (rank == nullptr || !is_own) return RMASIM_LIBC(kill_entry, "kill")(process, signal);
    return raise_entry(signal);
}

RMASIM_ENTRY(int, pthread_kill_entry, "pthread_kill", (unsigned long thread, int signal)) {
    if (calling_rank == nullptr) return RMASIM_LIBC(pthread_kill_entry, "pthread_kill")(thread, signal);
    return raise_entry(signal) == 0 ? 0 : EINVAL;
}

// The stack for handlers belongs to the process's thread, so it stays the host's.
RMASIM_ENTRY(int, sigaltstack_entry, "sigaltstack", (const stack_t* stack, stack_t* old)) {
    if (calling_rank == nullptr) return RMASIM_LIBC(sigaltstack_entry, "sigaltstack")(stack, old);
    if (old != nullptr) *old = {nullptr, SS_DISABLE, 0};
    return 0;
}

}  // namespace rmasim::hosting
