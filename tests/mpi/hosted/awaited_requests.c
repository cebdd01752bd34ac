/* A thread waits for a generalized request, or tests it, until another thread completes it. Ranks test the request of
   MPI_Comm_idup, which one rank calls later than the others. */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { later_us = 1000 };

static int query(void* state, MPI_Status* status) {
    (void)state;
    MPI_Status_set_elements(status, MPI_INT, 3);
    MPI_Status_set_cancelled(status, 0);
    return MPI_SUCCESS;
}
static int free_state(void* state) {
    *(int*)state = 1;
    return MPI_SUCCESS;
}
static int cancel(void* state, int complete) { return (void)state, (void)complete, MPI_SUCCESS; }

static void* complete_later(void* request) {
    usleep(later_us);
    MPI_Grequest_complete(*(MPI_Request*)request);
    return NULL;
}

static void generalized(int by_test) {
    int freed = 0, count = 0, flag = 0;
    MPI_Request request, other;
    MPI_Status status;
    pthread_t thread;
    MPI_Grequest_start(query, free_state, cancel, &freed, &request);
    other = request;
    pthread_create(&thread, NULL, complete_later, &other);
    if (!by_test) MPI_Wait(&request, &status);
    while (by_test && !flag) MPI_Test(&request, &flag, &status);
    pthread_join(thread, NULL);
    MPI_Get_count(&status, MPI_INT, &count);
    assert(request == MPI_REQUEST_NULL && freed && count == 3);
}

int main(int argc, char** argv) {
    int provided, rank, flag = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int by_test = 0; by_test <= 1; ++by_test) generalized(by_test);
    MPI_Comm copy;
    MPI_Request request;
    if (rank == 0) usleep(later_us);
    MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);
    while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    MPI_Barrier(copy);
    MPI_Comm_free(&copy);
    printf("rank %d is right\n", rank);
    MPI_Finalize();
    return 0;
}
