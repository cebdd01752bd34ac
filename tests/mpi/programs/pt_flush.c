// A thread flushes while another one puts, locks are held by others; lock and unlock of two windows at once.
// compile: -pthread
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <pthread.h>

static MPI_Win first, second;
static int next_rank;

static void* put_and_flush(void* value) {
    for (int i = 0; i < 8; ++i) {
        MPI_Put(value, 1, MPI_INT, next_rank, i, 1, MPI_INT, first);
        MPI_Win_flush(next_rank, first);
    }
    return NULL;
}

static void* lock_and_add(void* value) {
    for (int i = 0; i < 4; ++i) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, second);
        MPI_Accumulate(value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, second);
        MPI_Win_unlock(0, second);
    }
    return NULL;
}

void test(int rank, int size) {
    int line[16], sum = 0, value = 1 + rank, one = 1;
    pthread_t putter, adder;
    memset(line, 0, sizeof(line));
    first = window_over(line, sizeof(line), sizeof(int));
    second = window_over(&sum, sizeof(sum), sizeof(int));
    next_rank = (rank + 1) % size;
    MPI_Win_lock_all(0, first);
    pthread_create(&putter, NULL, put_and_flush, &value);
    pthread_create(&adder, NULL, lock_and_add, &one);
    for (int i = 8; i < 16; ++i) {
        MPI_Put(&value, 1, MPI_INT, next_rank, i, 1, MPI_INT, first);
        MPI_Win_flush_all(first);
    }
    pthread_join(putter, NULL);
    pthread_join(adder, NULL);
    MPI_Win_unlock_all(first);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 16; ++i) EXPECT(line[i] == 1 + (rank + size - 1) % size);
    EXPECT(rank != 0 || sum == 4 * size);
    MPI_Win_free(&first);
    MPI_Win_free(&second);
}
