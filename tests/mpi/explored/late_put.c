/* Rank 1 puts and lets the origin complete the put, and rank 0 reads after a barrier. MPI does not promise that the put
 * has arrived. If packets of a pair keep their order, it always has, because the barrier's packet follows it. */
#include <mpi.h>

int main(int argc, char** argv) {
    int rank, *memory;
    const int seven = 7;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    if (rank == 1) {
        MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
        MPI_Put(&seven, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush_local(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && *memory != 7) MPI_Abort(MPI_COMM_WORLD, 1);
    if (rank == 1) MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
