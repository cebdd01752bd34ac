// Rank 0 is late at MPI_Comm_dup. The others wait for it without packets, which no call of a scenario does.
#include <mpi.h>
#include <unistd.h>

int main(int argc, char** argv) {
    int rank;
    MPI_Comm other;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) usleep(50);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Barrier(other);
    MPI_Finalize();
    return 0;
}
