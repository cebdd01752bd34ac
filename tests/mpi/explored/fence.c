/* Each rank puts a value into the window of the next rank, between two fences. */
#include <mpi.h>
#include <stdlib.h>

static int rounds = 0;  /* each rank has its own */

int main(int argc, char** argv) {
    int rank, size;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int* const memory = calloc((size_t)size, sizeof(int));
    MPI_Win_create(memory, (MPI_Aint)sizeof(int) * size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    const int value = 100 + rank;
    ++rounds;
    MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, rank, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    const int before = (rank + size - 1) % size;
    if (memory[before] != 100 + before || rounds != 1) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_free(&win);
    free(memory);
    MPI_Finalize();
    return 0;
}
