#include <mpi.h>

// The store of rank 1 follows that of rank 0: SYNC, barrier, SYNC.
int main(int argc, char** argv) {
    int rank, unit;
    int* word;
    MPI_Aint bytes;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &word, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &word);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (rank == 0) *word = rank;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 1) *word = rank;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
}
