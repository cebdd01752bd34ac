// A thread of each rank serves requests of others while the first one is in collective calls.
// compile: -pthread
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <pthread.h>

enum { ask = 1, answer = 2 };

static void* serve(void* number) {
    for (int asked = -1;;) {
        MPI_Status status;
        MPI_Recv(&asked, 1, MPI_INT, MPI_ANY_SOURCE, ask, MPI_COMM_WORLD, &status);
        if (asked < 0) return NULL;
        const int reply = 100 * *(int*)number + asked;
        MPI_Send(&reply, 1, MPI_INT, status.MPI_SOURCE, answer, MPI_COMM_WORLD);
    }
}

void test(int rank, int size) {
    pthread_t server;
    int provided, reply = -1, sum = 0;
    const int stop = -1;
    MPI_Query_thread(&provided);
    EXPECT(provided == MPI_THREAD_MULTIPLE);
    pthread_create(&server, NULL, serve, &rank);
    for (int other = 0; other < size; ++other) {
        if (other == rank) MPI_Barrier(MPI_COMM_WORLD);
        else {
            MPI_Send(&rank, 1, MPI_INT, other, ask, MPI_COMM_WORLD);
            MPI_Recv(&reply, 1, MPI_INT, other, answer, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            EXPECT(reply == 100 * other + rank);
        }
    }
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Send(&stop, 1, MPI_INT, rank, ask, MPI_COMM_WORLD);
    pthread_join(server, NULL);
    EXPECT(sum == size * (size - 1) / 2);
}
