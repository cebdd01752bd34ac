// Common code of the programs of this folder (tests/mpi/test_orders.py): a thread of rank 0 puts `source`, completes
// the put at the origin, and notifies the first thread, which then stores to `source`. Each argument of a program is a
// way to notify. With -DWRONG the put is not complete, so that each way orders its call alone.
#pragma once
#include <mpi.h>
#include <stdlib.h>

static MPI_Win win;
static int source[2], how;

static inline void put_source(void) {
    MPI_Put(source, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
#ifndef WRONG
    MPI_Win_flush_local(1, win);
#endif
}

static inline void run_each(int argc, char** argv, void (*run)(void)) {
    int rank, level, *memory;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int at = 1; at < argc; ++at) {
        how = atoi(argv[at]);
        MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
        MPI_Win_lock_all(0, win);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) run();
        MPI_Win_unlock_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_free(&win);
    }
    MPI_Finalize();
}
