// Common code of the conformance programs. Each program is one function of 4 ranks, which checks its results. Many
// programs are compiled into one file and started as one, since compiling and starting take longer than most of them
// (tests/mpi/batches.py).
#pragma once

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                                                             \
    do {                                                                                              \
        if (!(condition)) {                                                                           \
            int expect_rank;                                                                          \
            MPI_Comm_rank(MPI_COMM_WORLD, &expect_rank);                                              \
            fprintf(stderr, "rank %d: %s:%d: not %s\n", expect_rank, __FILE__, __LINE__, #condition); \
            MPI_Abort(MPI_COMM_WORLD, 1);                                                             \
        }                                                                                             \
    } while (0)

// Checks that the call returns an error of the class `wanted`: MPI_ERR_RANK, ...
#define EXPECT_CLASS(wanted, call)              \
    do {                                        \
        int expect_class = -1;                  \
        MPI_Error_class(call, &expect_class);   \
        EXPECT(#call&& expect_class == wanted); \
    } while (0)

static inline MPI_Win window_over(void* memory, size_t bytes, int disp_unit) {
    MPI_Win win;
    MPI_Win_create(memory, (MPI_Aint)bytes, disp_unit, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    return win;
}

#define PROGRAM(name) void test_##name(int rank, int size)
