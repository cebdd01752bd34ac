/* Ends in the way that the first argument names. The rank's number is added to some codes. */
#define _GNU_SOURCE
#include "tests/process/programs/testapi.h"

#include <assert.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const char* how;
static int is(const char* name) { return strcmp(how, name) == 0; }

static int deep(int depth) {
    volatile char room[1000];
    for (int i = 0; i < 1000; ++i) room[i] = 1;
    return depth == 0 ? 0 : deep(depth - 1) + room[0];
}

static void exit_by_instruction(long code) {
    asm volatile("syscall" ::"a"((long)SYS_exit_group), "D"(code) : "rcx", "r11", "memory");
}

__attribute__((noinline)) static void print_text(const char* volatile text) { printf("%s and more\n", text); }

static void say_at_exit(void) { printf("atexit of %d\n", test_rank()); }
static void say_at_quick_exit(void) { printf("at_quick_exit of %d\n", test_rank()); }
static void exit_in_handler(int signal) { exit(signal + 30 + test_rank()); }
static void say_in_handler(int signal) { printf("signal %d of %d\n", signal, test_rank()); }

static void end_by_signal(void) {
    int* volatile invalid = (int*)8;
    if (is("null")) *invalid = 1;
    if (is("divide")) asm volatile("xor %%ecx, %%ecx; idiv %%ecx" ::: "eax", "ecx", "edx");
    if (is("deep") && test_rank() < 2) deep(1000000);
    if (is("too_deep") && test_rank() == 3) {
        deep(80);
        test_yield();
    }
    if (is("raise")) raise(SIGTERM);
    if (is("kill")) kill(getpid(), SIGKILL);
    if (is("in_printf")) print_text((const char*)invalid);
    if (is("handler")) {
        signal(SIGSEGV, exit_in_handler);
        *invalid = 1;
    }
    if (is("ignored")) {
        signal(SIGUSR1, SIG_IGN);
        raise(SIGUSR1);
        signal(SIGUSR2, say_in_handler);
        test_yield();
        raise(SIGUSR2);
    }
}

static void end_by_library(void) {
    if (is("err")) err(5, "reason");
    if (is("error")) error(6, ENOENT, "reason");
    if (is("assert")) assert(how[0] == 'b');
    char* volatile block = malloc(1000);
    if (is("leak")) return;
    if (is("wild_free")) block += 160;
    free(block);
    if (is("double_free")) free(block);
}

/* Returns the code of a child that runs until its end here. */
static int code_of_child(void) {
    static int value = 1;
    const pid_t child = fork();
    if (child == 0) {
        value = 2;
        if (is("fork")) exit(9);
        if (is("child_crashes")) *(int* volatile)8 = 1;
        if (is("child_communicates")) test_yield();
        execlp("sh", "sh", "-c", "exit 7", (char*)NULL);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (value != 1) return 99;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static char large[200000]; /* in pages that all ranks map */

static void end_by_children(void) {
    if (is("fork") || strncmp(how, "child", 5) == 0) {
        large[100] = 3;
        const int code = code_of_child();
        exit(large[100] == 3 ? code : 98);
    }
    if (is("exec")) execlp("true", "true", (char*)NULL);
    if (is("system")) exit(WEXITSTATUS(system("exit 6")));
}

int main(int argc, char** argv) {
    how = argv[1];
    atexit(say_at_exit);
    at_quick_exit(say_at_quick_exit);
    test_yield();
    const int code = 30 + test_rank();
    if (is("return")) return code;
    if (is("exit")) exit(code);
    if (is("_exit")) _exit(code);
    if (is("_Exit")) _Exit(code);
    if (is("quick_exit")) quick_exit(code);
    if (is("abort")) abort();
    if (is("pthread_exit")) pthread_exit(NULL);
    if (is("syscall")) syscall(SYS_exit_group, code);
    if (is("instruction")) exit_by_instruction(code);
    if (is("file")) {
        char name[300];
        snprintf(name, sizeof name, "%s/%d", argv[2], test_rank());
        fprintf(fopen(name, "w"), "not closed by %d\n", test_rank());
        exit(0);
    }
    end_by_signal();
    end_by_library();
    end_by_children();
    return argc == 0;
}
