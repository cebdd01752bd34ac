#include <mpi.h>

// Both ranks store to the same word of shared memory, and no synchronisation orders them.
int main(int argc, char** argv) {
    int rank, unit;
    int* word;
    MPI_Aint bytes;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &word, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &word);
    *word = rank;
    MPI_Win_free(&win);
    MPI_Finalize();
}
