// The ways in which a C program can end, by name. Each function has one line that the report may name.
#pragma once

#include <assert.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CODE 7 /* of all ways that have an exit code */

static inline void exit_by_instruction(void) {
    __asm__ volatile("syscall" ::"a"((long)SYS_exit_group), "D"((long)CODE) : "rcx", "r11", "memory");
}
static inline void exit_by_call(void) { syscall(SYS_exit_group, CODE); }

static inline void fail_in_err(void) { err(CODE, "reason"); }
static inline void fail_in_errx(void) { errx(CODE, "reason"); }
static inline void fail_in_error(void) { error(CODE, ENOENT, "reason"); }
static inline void fail_at_line(void) { error_at_line(CODE, 0, "file", 3, "reason"); }

static inline void fail_assertion(void) { assert(getenv("NO_SUCH_VARIABLE") != NULL); }
static inline void raise_abort(void) { raise(SIGABRT); }
static inline void kill_by_abort(void) { kill(getpid(), SIGABRT); }
__attribute__((noinline, optimize("stack-protector-all"))) static void smash_stack(void) {
    volatile char room[16];
    for (volatile int i = 0; i < 64; ++i) room[i] = 1;
}

static inline void raise_term(void) { raise(SIGTERM); }
static inline void raise_hangup(void) { raise(SIGHUP); }
static inline void raise_user(void) { raise(SIGUSR1); }
static inline void raise_pipe(void) { raise(SIGPIPE); }
static inline void kill_itself(void) { kill(getpid(), SIGKILL); }
static inline void send_to_thread(void) { pthread_kill(pthread_self(), SIGQUIT); }

static inline void store_at(volatile char* volatile address) { *address = 1; }
static inline void store_at_null(void) { store_at(NULL); }
static inline void store_at_wild(void) { store_at((char*)0x123456789000); }
static inline void store_in_constant(void) { store_at((char*)"constant"); }
static inline void divide(void) {
    volatile int zero = 0;
    zero = CODE / zero;
}
static inline void illegal(void) { __asm__ volatile("ud2"); }
static inline void trap(void) { __asm__ volatile("int3"); }
static inline void call_null(void) {
    void (*volatile function)(void) = NULL;
    function();
}
static inline void access_behind_file(void) {
    char* const page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(tmpfile()), 0);
    store_at(page); /* SIGBUS: the file is empty */
}
__attribute__((noinline)) static int recurse(int depth) {
    volatile char room[4000];
    room[depth % 4000] = 1;
    return depth < 0 ? room[1] : recurse(depth + 1) + room[0];
}
static inline void overflow_stack(void) { recurse(0); }

static inline void call_exit(void) { exit(CODE); }
static inline void call_exit_at_once(void) { _exit(CODE); }
static inline void call_Exit(void) { _Exit(CODE); }
static inline void call_quick_exit(void) { quick_exit(CODE); }
static inline void call_abort(void) { abort(); }

struct way {
    const char* name;
    void (*end)(void);
};

/* Ends the program. Returns if there is no such way. */
static void end_by(const char* name) {
    static const struct way ways[] = {
        {"exit", call_exit},           {"_exit", call_exit_at_once},
        {"_Exit", call_Exit},          {"quick_exit", call_quick_exit},
        {"syscall", exit_by_call},     {"instruction", exit_by_instruction},
        {"err", fail_in_err},          {"errx", fail_in_errx},
        {"error", fail_in_error},      {"error_at_line", fail_at_line},
        {"abort", call_abort},         {"assert", fail_assertion},
        {"raise_abort", raise_abort},  {"kill_abort", kill_by_abort},
        {"smash", smash_stack},        {"term", raise_term},
        {"hangup", raise_hangup},      {"user", raise_user},
        {"pipe", raise_pipe},          {"kill", kill_itself},
        {"quit", send_to_thread},      {"null", store_at_null},
        {"wild", store_at_wild},       {"constant", store_in_constant},
        {"divide", divide},            {"illegal", illegal},
        {"trap", trap},                {"call_null", call_null},
        {"bus", access_behind_file},   {"overflow", overflow_stack},
    };
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; ++i) {
        if (strcmp(name, ways[i].name) == 0) ways[i].end();
    }
}
