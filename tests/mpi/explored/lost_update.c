/* Two ranks add one to a counter of rank 0 under shared locks: in some orders, one of them is lost. */
#include <mpi.h>

int main(int argc, char** argv) {
    int rank, size, memory = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(&memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank > 0) {
        int value = -1;
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        ++value;
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        MPI_Send(0, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    for (int from = 1; rank == 0 && from < size; ++from)
        MPI_Recv(0, 0, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0 && memory != size - 1) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
