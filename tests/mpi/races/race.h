// What the programs of this folder share: a window of 16 int at each rank, zero at first, and messages without data.
//
// Each program is wrong; compiled with -DMENDED it is right. WRONG() and RIGHT() have what only one of the two has.
// It takes the `size` ranks that its head names. Its function stands for `main`, which calls many of them
// (tests/mpi/races.py) and has MPI_Init and MPI_Finalize.
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
static int window[cells];                          // its memory
static int beside[cells] __attribute__((unused));  // no window's

static inline void begin(void) {
    memset(window, 0, sizeof(window));  // the races share these
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

// The compiler has to load the value.
static inline void use(int value) { __asm__ volatile("" : : "r"(value)); }
// ... and has to store what is there.
static inline void keep(const void* memory) { __asm__ volatile("" : : "r"(memory) : "memory"); }

static inline MPI_Group group_of(int member) {
    MPI_Group all, one;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &member, &one);
    MPI_Group_free(&all);
    return one;
}
