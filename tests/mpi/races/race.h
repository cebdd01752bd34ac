// Common code of the programs of this folder: a window of 16 int at each rank, initially zero, and messages without
// data.
//
// Each program has an error; compiled with -DMENDED it is correct. WRONG() and RIGHT() contain the code of only one of
// the two versions. A program needs `size` ranks, which the comment at its top gives. Its function replaces `main`: a
// common `main` calls many of them (tests/mpi/races.py), with MPI_Init and MPI_Finalize.
#pragma once
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#ifdef MENDED
#define WRONG(...)
#define RIGHT(...) __VA_ARGS__
#else
#define WRONG(...) __VA_ARGS__
#define RIGHT(...)
#endif

#define RACE(name) void race_##name(void)

enum { cells = 16 };
static int rank, size;
static MPI_Win win;
static int window[cells];                          // the window's memory
static int beside[cells] __attribute__((unused));  // memory outside of any window

static inline void begin(void) {
    memset(window, 0, sizeof(window));  // the races of one process share these
    memset(beside, 0, sizeof(beside));
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
}

static inline void begin_with_window(void) {
    begin();
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
}

static inline void end_with_window(void) { MPI_Win_free(&win); }

static inline void tell(int to) { MPI_Send(NULL, 0, MPI_INT, to, 0, MPI_COMM_WORLD); }
static inline void hear(int from) { MPI_Recv(NULL, 0, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }

// Forces the compiler to load the value.
static inline void use(int value) { __asm__ volatile("" : : "r"(value)); }
// Forces the compiler to store the memory's contents.
static inline void keep(const void* memory) { __asm__ volatile("" : : "r"(memory) : "memory"); }

static inline MPI_Group group_of(int member) {
    MPI_Group all, one;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &member, &one);
    MPI_Group_free(&all);
    return one;
}
