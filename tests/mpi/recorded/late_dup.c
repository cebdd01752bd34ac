// Rank 0 is late at MPI_Comm_dup. Rank 2 waits for it there, and meanwhile grants a lock to rank 1. No call of a
// scenario waits without packets, so rank 2 of a recording computes instead, and the lock waits, too.
#include <mpi.h>
#include <unistd.h>

int main(int argc, char** argv) {
    int rank, value = 1, memory = 0;
    MPI_Comm other;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 0) usleep(50);
    if (rank == 1) {
        usleep(5);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
        MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_unlock(2, win);
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
