// Children of ranks, and programs that ranks execute. A forked child is a process of its own: it may end or execute a
// program. A rank that executes a program without fork would replace the simulation, so it ends.
#include "sim/mpi/process/entries/entry.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <vector>

namespace rmasim::hosting {

RMASIM_ENTRY_DECLARED(pid_t, fork_entry, "fork", (void));
RMASIM_ENTRY_DECLARED(int, sigprocmask_entry, "sigprocmask", (int how, const sigset_t* set, sigset_t* old));
using Handler = void (*)(int);
RMASIM_ENTRY_DECLARED(Handler, signal_entry, "signal", (int signal, Handler handler));

namespace {

// True if the caller is a rank and not its child.
bool is_rank() { return calling_rank != nullptr && !Host::get()->is_child(); }

[[noreturn]] void refuse_exec(const char* function, const char* file) {
    RankEnd end;
    end.kind = EndKind::replaced;
    end.code = 1;
    end.text = std::string(function) + "(\"" + file + "\")";
    end.frames = frames_of_program();
    Host::get()->end_rank(end);
}

// The child's stores to pages that all ranks map must not reach the parent, so the parent waits for the child's copy.
pid_t fork_rank() {
    std::fflush(stdout);  // otherwise the child would write it again
    int ready[2];
    if (::pipe2(ready, 02000000 /* O_CLOEXEC */) != 0) return -1;
    sigset_t all, before;
    ::sigfillset(&all);
    RMASIM_LIBC(sigprocmask_entry, "sigprocmask")(SIG_SETMASK, &all, &before);
    const pid_t child = RMASIM_LIBC(fork_entry, "fork")();
    if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // nobody waits for it when the run has ended
        // The handlers of the host would report the run.
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
            RMASIM_LIBC(signal_entry, "signal")(signal, SIG_DFL);
        Host::get()->become_child();
    }
    RMASIM_LIBC(sigprocmask_entry, "sigprocmask")(SIG_SETMASK, &before, nullptr);
    ::close(ready[1]);
    char none = 0;
    if (child > 0 && ::read(ready[0], &none, 1) < 0) none = 0;
    ::close(ready[0]);
    return child;
}

// The arguments of a function like execl.
std::vector<char*> arguments_of(const char* first, std::va_list list) {
    std::vector<char*> arguments = {const_cast<char*>(first)};
    while (arguments.back() != nullptr) arguments.push_back(va_arg(list, char*));
    return arguments;
}

}  // namespace

RMASIM_ENTRY(pid_t, fork_entry, "fork", (void)) {
    if (is_rank()) return fork_rank();
    return RMASIM_LIBC(fork_entry, "fork")();
}

RMASIM_ENTRY(pid_t, vfork_entry, "vfork", (void)) { return fork_entry(); }

RMASIM_ENTRY(int, execve_entry, "execve", (const char* file, char* const* arguments, char* const* environment)) {
    if (is_rank()) refuse_exec("execve", file);
    return RMASIM_LIBC(execve_entry, "execve")(file, arguments, environment);
}

RMASIM_ENTRY(int, fexecve_entry, "fexecve", (int file, char* const* arguments, char* const* environment)) {
    if (is_rank()) refuse_exec("fexecve", arguments[0] == nullptr ? "" : arguments[0]);
    return RMASIM_LIBC(fexecve_entry, "fexecve")(file, arguments, environment);
}

RMASIM_ENTRY(int, execveat_entry, "execveat",
             (int folder, const char* file, char* const* arguments, char* const* environment, int flags)) {
    if (is_rank()) refuse_exec("execveat", file);
    return RMASIM_LIBC(execveat_entry, "execveat")(folder, file, arguments, environment, flags);
}

RMASIM_ENTRY(int, execv_entry, "execv", (const char* file, char* const* arguments)) {
    if (is_rank()) refuse_exec("execv", file);
    return RMASIM_LIBC(execv_entry, "execv")(file, arguments);
}

RMASIM_ENTRY(int, execvp_entry, "execvp", (const char* file, char* const* arguments)) {
    if (is_rank()) refuse_exec("execvp", file);
    return RMASIM_LIBC(execvp_entry, "execvp")(file, arguments);
}

RMASIM_ENTRY(int, execvpe_entry, "execvpe", (const char* file, char* const* arguments, char* const* environment)) {
    if (is_rank()) refuse_exec("execvpe", file);
    return RMASIM_LIBC(execvpe_entry, "execvpe")(file, arguments, environment);
}

RMASIM_ENTRY(int, execl_entry, "execl", (const char* file, const char* first, ...)) {
    if (is_rank()) refuse_exec("execl", file);
    std::va_list list;
    va_start(list, first);
    const std::vector<char*> arguments = arguments_of(first, list);
    va_end(list);
    return execv_entry(file, arguments.data());
}

RMASIM_ENTRY(int, execlp_entry, "execlp", (const char* file, const char* first, ...)) {
    if (is_rank()) refuse_exec("execlp", file);
    std::va_list list;
    va_start(list, first);
    const std::vector<char*> arguments = arguments_of(first, list);
    va_end(list);
    return execvp_entry(file, arguments.data());
}

RMASIM_ENTRY(int, execle_entry, "execle", (const char* file, const char* first, ...)) {
    if (is_rank()) refuse_exec("execle", file);
    std::va_list list;
    va_start(list, first);
    const std::vector<char*> arguments = arguments_of(first, list);
    char* const* const environment = va_arg(list, char* const*);
    va_end(list);
    return execve_entry(file, arguments.data(), environment);
}

}  // namespace rmasim::hosting
