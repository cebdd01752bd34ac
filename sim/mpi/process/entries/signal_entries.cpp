// Handlers of signals by rank, and signals that a rank sends to itself.
#include "sim/mpi/process/entries/entry.h"
#include "sim/mpi/process/signals.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>

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

std::uint64_t bit_of(int signal) { return std::uint64_t{1} << (signal - 1); }
std::uint64_t bits_of(const sigset_t& set) { return set.__val[0]; }
sigset_t set_of(std::uint64_t bits) { return {{bits}}; }

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
    if (signal == 0) return 0;
    if ((rank->libc.blocked & bit_of(signal)) != 0) {
        rank->libc.pending |= bit_of(signal);
    } else {
        deliver_signal(*rank, signal);
    }
    return 0;
}

RMASIM_ENTRY(int, pthread_sigmask_entry, "pthread_sigmask", (int how, const sigset_t* set, sigset_t* old)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr) return RMASIM_LIBC(pthread_sigmask_entry, "pthread_sigmask")(how, set, old);
    std::uint64_t& blocked = rank->libc.blocked;
    if (old != nullptr) *old = set_of(blocked);
    if (set == nullptr) return 0;
    switch (how) {
        case SIG_BLOCK: blocked |= bits_of(*set); break;
        case SIG_UNBLOCK: blocked &= ~bits_of(*set); break;
        case SIG_SETMASK: blocked = bits_of(*set); break;
        default: return EINVAL;
    }
    blocked &= ~(bit_of(SIGKILL) | bit_of(SIGSTOP));
    for (int signal = 1; signal < max_signal; ++signal) {
        if ((rank->libc.pending & ~blocked & bit_of(signal)) == 0) continue;
        rank->libc.pending &= ~bit_of(signal);
        deliver_signal(*rank, signal);
    }
    return 0;
}

RMASIM_ENTRY(int, sigprocmask_entry, "sigprocmask", (int how, const sigset_t* set, sigset_t* old)) {
    if (calling_rank == nullptr) return RMASIM_LIBC(sigprocmask_entry, "sigprocmask")(how, set, old);
    const int error = pthread_sigmask_entry(how, set, old);
    if (error != 0) errno = error;
    return error == 0 ? 0 : -1;
}

RMASIM_ENTRY(int, sigpending_entry, "sigpending", (sigset_t * set)) {
    if (calling_rank == nullptr) return RMASIM_LIBC(sigpending_entry, "sigpending")(set);
    *set = set_of(calling_rank->libc.pending);
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
