/* Two threads of each rank create, use and free windows at the same time: on two communicators of the same ranks, or
   with an argument on one communicator, which is erroneous. */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static int rank, size;
static MPI_Comm comms[2];

static void* create_windows(void* which) {
    const MPI_Comm comm = *(MPI_Comm*)which;
    for (int i = 0; i < 10; ++i) {
        int value = -1, sent = 100 * (which == &comms[1]) + rank;
        MPI_Win win;
        MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, comm, &win);
        MPI_Win_fence(0, win);
        MPI_Put(&sent, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
        assert(value == 100 * (which == &comms[1]) + (rank + size - 1) % size);
        MPI_Win_free(&win);
    }
    return NULL;
}

int main(int argc, char** argv) {
    int provided;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[0]);
    if (argc > 1) comms[1] = comms[0];
    else MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    const int first = rank % 2;  /* ranks begin with different ones */
    pthread_create(&thread, NULL, create_windows, &comms[first]);
    create_windows(&comms[1 - first]);
    pthread_join(thread, NULL);
    MPI_Comm_free(&comms[0]);
    if (argc == 1) MPI_Comm_free(&comms[1]);
    printf("rank %d is right\n", rank);
    MPI_Finalize();
    return 0;
}
