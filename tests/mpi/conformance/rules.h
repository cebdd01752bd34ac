// Common code of the conformance programs in C. Each program is one function of 4 ranks, which checks one rule of MPI
// 4.1 and prints the values that the rule determines. The functions of this file are those of the profiling interface,
// so a program notices a function that does nothing (tests/mpi/conformance_programs.py).
#pragma once

#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM(name) static void test_##name(int rank, int size)

// The text that the current program prints on this rank, and the number of its failed checks.
static struct {
    char text[1 << 14];
    size_t length;
    int wrong;
} said;

// Adds a line. Rank 0 prints the lines of all ranks, in the order of ranks.
__attribute__((format(printf, 1, 2))) static void say(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const size_t room = sizeof(said.text) - said.length;
    const int length = vsnprintf(said.text + said.length, room, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length + 1 >= room) {
        fprintf(stderr, "a program prints too much\n");
        PMPI_Abort(MPI_COMM_WORLD, 3);
    }
    said.length += (size_t)length;
    said.text[said.length++] = '\n';
    said.text[said.length] = 0;
}

static void is_wrong(const char* file, int line, const char* text) {
    int rank;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fprintf(stderr, "rank %d: %s:%d: not %s\n", rank, file, line, text);
    ++said.wrong;
}

#define CHECK(condition)                                            \
    do {                                                            \
        if (!(condition)) is_wrong(__FILE__, __LINE__, #condition); \
    } while (0)

// Prints a value, which must be as expected.
#define IS(value, expected)                                                             \
    do {                                                                                \
        const long long is_value = (long long)(value);                                  \
        say("%s: %lld", #value, is_value);                                              \
        if (is_value != (long long)(expected)) {                                        \
            is_wrong(__FILE__, __LINE__, #value " == " #expected);                      \
            fprintf(stderr, "it is %lld, not %lld\n", is_value, (long long)(expected)); \
        }                                                                               \
    } while (0)

#define IS_TEXT(value, expected)                                   \
    do {                                                           \
        say("%s: %s", #value, value);                              \
        if (strcmp(value, expected) != 0) {                        \
            is_wrong(__FILE__, __LINE__, #value " is " #expected); \
            fprintf(stderr, "it is \"%s\"\n", value);              \
        }                                                          \
    } while (0)

// Returns the error class of a return code.
static inline int class_of(int code) {
    int error_class = -1;
    PMPI_Error_class(code, &error_class);
    return error_class;
}

// The call returns an error of the class.
#define FAILS(call, expected)                                                      \
    do {                                                                           \
        const int fails_class = class_of(call);                                    \
        if (fails_class != expected) {                                             \
            is_wrong(__FILE__, __LINE__, #call " returns " #expected);             \
            char fails_text[MPI_MAX_ERROR_STRING];                                 \
            int fails_length;                                                      \
            PMPI_Error_string(fails_class, fails_text, &fails_length);             \
            fprintf(stderr, "it returns class %d, %s\n", fails_class, fails_text); \
        }                                                                          \
    } while (0)

// MPICH 4.0.2 with UCX writes to wrong addresses if a window does not begin at a multiple of 16 bytes. So the memory of
// windows has this alignment.

// Returns what follows (or precedes) a rank in a ring.
static inline int right_of(int rank, int size) { return (rank + 1) % size; }
static inline int left_of(int rank, int size) { return (rank + size - 1) % size; }

// Waits without a function that a program may test.
static inline void all_arrive(void) { PMPI_Barrier(MPI_COMM_WORLD); }
