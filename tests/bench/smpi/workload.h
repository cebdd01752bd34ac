// Common code of the five workloads. The workloads have no global variables, so SMPI need not copy globals for each
// rank. They have no large arrays on the stack, so the stack can be small.
#pragma once

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rank;
    int size;
    int iterations;
    char* memory;  // the window's memory
    MPI_Win window;
} Workload;

// Begins a workload. The program's only argument is the number of iterations. With 0 iterations, only the set-up is
// measured.
static inline Workload begin_workload(int argc, char** argv, MPI_Aint window_bytes) {
    Workload workload;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &workload.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &workload.size);
    workload.iterations = argc > 1 ? atoi(argv[1]) : 10;
    workload.memory = calloc(1, (size_t)window_bytes);
    MPI_Win_create(workload.memory, window_bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &workload.window);
    return workload;
}

// Checks that another rank has put `byte` at `disp`, if there was an iteration. Must be called after close_window.
static inline void expect_byte(const Workload* workload, MPI_Aint disp, int byte) {
    if (workload->iterations == 0 || (unsigned char)workload->memory[disp] == (byte & 255)) return;
    fprintf(stderr, "rank %d: byte %ld: expected %d, got %d\n", workload->rank, (long)disp, byte & 255,
            (unsigned char)workload->memory[disp]);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

// Frees the window. After this call, the operations of all ranks are complete.
static inline void close_window(Workload* workload) { MPI_Win_free(&workload->window); }

static inline int end_workload(Workload* workload) {
    free(workload->memory);
    if (workload->rank == 0) printf("finished %d ranks, %d iterations\n", workload->size, workload->iterations);
    MPI_Finalize();
    return 0;
}

static inline int right_of(const Workload* workload) { return (workload->rank + 1) % workload->size; }
static inline int left_of(const Workload* workload) { return (workload->rank + workload->size - 1) % workload->size; }
