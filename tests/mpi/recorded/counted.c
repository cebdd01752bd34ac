// Each round computes, and rank 0 computes longer.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    int rank;
    volatile double x = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 50; ++i) {
        for (int k = 0; k < (rank == 0 ? 4000 : 1000); ++k) x = x * 1.000001 + 0.5;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
