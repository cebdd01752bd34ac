// A window of 40 bytes at NULL. Argument 1: a put to it; 2: no access.
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char** argv) {
    int rank, x = 1;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(NULL, 40, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 0 && atoi(argv[1]) == 1) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
}
