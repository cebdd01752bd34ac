/* Calls a subroutine of Fortran (stops.f90) on rank 1, with the number of the way in which it ends. */
#include <mpi.h>
#include <stdlib.h>

void stop_in_fortran_(int* way);

int main(int argc, char** argv) {
    int way = argc > 1 ? atoi(argv[1]) : -1, rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) stop_in_fortran_(&way);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
