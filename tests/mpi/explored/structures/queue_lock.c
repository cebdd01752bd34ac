// The queue lock of Mellor-Crummey and Scott (1991), as in Gropp, Hoefler, Thakur and Lusk, "Using Advanced MPI", 4.
// Each rank adds 1 to a counter, which it reads and writes in separate operations.
#include "tests/mpi/explored/structures/structure.h"

enum { next, granted, tail, counter };  // ranks are counted from 1; 0 is none

static void acquire(void) {
    own[next] = own[granted] = 0;
    MPI_Win_sync(win);
    const int before = exchange(0, tail, rank + 1);
    if (before == 0) return;
    exchange(before - 1, next, rank + 1);
    await_at_least(granted, 1);
}

static void release(void) {
    MPI_Win_sync(win);
    if (own[next] == 0) {
        if (swap_if(0, tail, rank + 1, 0) == rank + 1) return;
        await_at_least(next, 1);
    }
    exchange(own[next] - 1, granted, 1);
}

int main(int argc, char** argv) {
    begin_structure(&argc, &argv);
    int value = 0;
    IF_WRONG(if (rank != 1), ) acquire();
    MPI_Get(&value, 1, MPI_INT, 0, counter, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    ++value;
    MPI_Put(&value, 1, MPI_INT, 0, counter, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    IF_WRONG(if (rank != 1), ) release();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 0) assert(own[counter] == size);
    end_structure();
    return 0;
}
