/* Rank 0 receives from any rank. Its exit code is 3 if the last rank is first, which some orders have. */
#include <mpi.h>

int main(int argc, char** argv) {
    int rank, size, first = -1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank > 0) MPI_Send(&rank, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i < size; ++i) {
        int from = -1;
        MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (i == 1) first = from;
    }
    MPI_Finalize();
    return argc > 1 && rank == 0 && first == size - 1 ? 3 : 0;
}
