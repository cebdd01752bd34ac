// Test, Iprobe and Testany in loops of threads: others go on, and time passes.
// compile: -pthread
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <pthread.h>

static int seen;

static void* test_for_message(void* got) {
    MPI_Request request;
    int done = 0;
    MPI_Irecv(got, 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &request);
    while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    return NULL;
}

static void* probe_for_message(void* got) {
    int found = 0;
    while (!found) MPI_Iprobe(MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    MPI_Recv(got, 1, MPI_INT, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    ++seen;
    return NULL;
}

void test(int rank, int size) {
    pthread_t threads[2];
    int a = -1, b = -1, next = (rank + 1) % size, index = -1, done = 0;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    pthread_create(threads, NULL, test_for_message, &a);
    pthread_create(threads + 1, NULL, probe_for_message, &b);
    MPI_Ssend(&rank, 1, MPI_INT, next, 7, MPI_COMM_WORLD);
    MPI_Issend(&rank, 1, MPI_INT, next, 8, MPI_COMM_WORLD, requests + 1);
    while (!done) MPI_Testany(2, requests, &index, &done, MPI_STATUS_IGNORE);
    EXPECT(index == 1);
    for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
    EXPECT(a == (rank + size - 1) % size && b == a && seen == 1);
    seen = 0;
}
