// The ways to end a process, and the functions that run at the end.
#include "sim/mpi/process/entries/entry.h"
#include "sim/mpi/process/kernel_calls.h"
#include "sim/mpi/process/signals.h"

#include <sys/syscall.h>

#include <cstdarg>
#include <cstdio>
#include <utility>

namespace rmasim::hosting {

namespace {

// Registers a function for the end of the rank. `list` is the rank's list.
int add(ExitFunction*& list, ExitFunction function) {
    const HostSection host;
    function.next = list;
    list = new ExitFunction(function);
    return 0;
}

bool is_of_program(const void* object) {
    return Host::get() != nullptr && Host::get()->program().object_of(object) != nullptr;
}

[[noreturn]] void end_now(EndKind kind, int code, std::string text = {}) {
    RankEnd made;
    made.kind = kind;
    made.code = code;
    made.text = std::move(text);
    if (kind == EndKind::aborted || kind == EndKind::uncaught) made.frames = frames_of_program();
    Host::get()->end_rank(made);
}

constexpr int code_of_abort = 134;  // as a shell shows SIGABRT

}  // namespace

RMASIM_ENTRY(void, exit_entry, "exit", (int code)) {
    if (calling_rank == nullptr) RMASIM_LIBC(exit_entry, "exit")(code);
    Host::get()->exit_rank(EndKind::exited, code);
}

RMASIM_ENTRY(void, exit_at_once_entry, "_exit", (int code)) {
    if (calling_rank == nullptr) RMASIM_LIBC(exit_at_once_entry, "_exit")(code);
    end_now(EndKind::exited_at_once, code & 0xff);
}

RMASIM_ENTRY(void, Exit_entry, "_Exit", (int code)) { exit_at_once_entry(code); }

RMASIM_ENTRY(void, quick_exit_entry, "quick_exit", (int code)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr) RMASIM_LIBC(quick_exit_entry, "quick_exit")(code);
    while (rank->at_quick_exit != nullptr) {
        const ExitFunction function = take(rank->at_quick_exit);
        function.with_argument(function.argument);
    }
    end_now(EndKind::exited_quickly, code & 0xff);
}

RMASIM_ENTRY(void, abort_entry, "abort", (void)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr) RMASIM_LIBC(abort_entry, "abort")();
    call_handler_of_abort(*rank);
    std::string exception = uncaught_exception();
    if (exception.empty()) end_now(EndKind::aborted, code_of_abort);
    end_now(EndKind::uncaught, code_of_abort, std::move(exception));
}

RMASIM_ENTRY(void, assert_entry, "__assert_fail",
             (const char* assertion, const char* file, unsigned line, const char* function)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr) RMASIM_LIBC(assert_entry, "__assert_fail")(assertion, file, line, function);
    const std::string text = std::string(file) + ":" + std::to_string(line) + ": " +
                             (function == nullptr ? "" : std::string(function) + ": ") + "Assertion `" + assertion +
                             "' failed.";
    std::fprintf(stderr, "%s\n", text.c_str());
    call_handler_of_abort(*rank);
    end_now(EndKind::aborted, code_of_abort, text);
}

RMASIM_ENTRY(int, cxa_atexit_entry, "__cxa_atexit", (void (*function)(void*), void* argument, void* object)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr || !is_of_program(object)) {
        return RMASIM_LIBC(cxa_atexit_entry, "__cxa_atexit")(function, argument, object);
    }
    return add(rank->at_exit, {function, nullptr, argument, object, nullptr});
}

RMASIM_ENTRY(int, on_exit_entry, "on_exit", (void (*function)(int, void*), void* argument)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr) return RMASIM_LIBC(on_exit_entry, "on_exit")(function, argument);
    return add(rank->at_exit, {nullptr, function, argument, nullptr, nullptr});
}

RMASIM_ENTRY(int, cxa_at_quick_exit_entry, "__cxa_at_quick_exit", (void (*function)(void*), void* object)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr) return RMASIM_LIBC(cxa_at_quick_exit_entry, "__cxa_at_quick_exit")(function, object);
    return add(rank->at_quick_exit, {function, nullptr, nullptr, object, nullptr});
}

// Called by the destructors of each file: runs what the file has registered and what has not run.
RMASIM_ENTRY(void, cxa_finalize_entry, "__cxa_finalize", (void* object)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr) {
        RMASIM_LIBC(cxa_finalize_entry, "__cxa_finalize")(object);
        return;
    }
    for (ExitFunction** link = &rank->at_exit; *link != nullptr;) {
        if (object != nullptr && (*link)->object != object) {
            link = &(*link)->next;
            continue;
        }
        const ExitFunction taken = take(*link);
        if (taken.with_argument != nullptr) taken.with_argument(taken.argument);
        link = &rank->at_exit;  // the function may have registered others
    }
}

RMASIM_ENTRY(void, pthread_exit_entry, "pthread_exit", (void* result)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr) RMASIM_LIBC(pthread_exit_entry, "pthread_exit")(result);
    Host::get()->exit_rank(EndKind::threads_exited, 0);
}

// System calls that a program makes through libc.
RMASIM_ENTRY(long, syscall_entry, "syscall", (long number, ...)) {
    std::va_list list;
    va_start(list, number);
    long arguments[6];
    for (long& argument : arguments) argument = va_arg(list, long);
    va_end(list);
    if (calling_rank != nullptr && (number == SYS_exit_group || number == SYS_exit)) {
        end_now(EndKind::exited_by_kernel, static_cast<int>(arguments[0]) & 0xff);
    }
    return call_kernel(number, arguments);
}

}  // namespace rmasim::hosting
