// Functions of MPI that complete requests: each thread waits for its own.
// compile: -pthread
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <pthread.h>

static int here;

static void* exchange(void* number) {
    const int tag = 30 + (int)(long)number, count = 3;
    int got[3] = {-1, -1, -1}, sent[3] = {here, here + 1, here + 2}, index, found, indices[3], left = 3;
    MPI_Request in[3], out[3];
    for (int i = 0; i < count; ++i) {
        MPI_Irecv(got + i, 1, MPI_INT, here, 10 * tag + i, MPI_COMM_WORLD, in + i);
        MPI_Isend(sent + i, 1, MPI_INT, here, 10 * tag + i, MPI_COMM_WORLD, out + i);
    }
    MPI_Waitany(count, in, &index, MPI_STATUS_IGNORE);
    for (--left; left > 0; left -= found) MPI_Waitsome(count, in, &found, indices, MPI_STATUSES_IGNORE);
    MPI_Waitall(count, out, MPI_STATUSES_IGNORE);
    return (void*)(long)(got[0] == here && got[1] == here + 1 && got[2] == here + 2);
}

void test(int rank, int size) {
    pthread_t threads[3];
    void* right;
    here = rank;
    for (long i = 0; i < 3; ++i) pthread_create(threads + i, NULL, exchange, (void*)i);
    for (int i = 0; i < 3; ++i) {
        pthread_join(threads[i], &right);
        EXPECT(right != NULL);
    }
    EXPECT(rank < size);
}
