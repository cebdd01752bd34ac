#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
    int provided, x = 1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_SELF);
    printf("end\n");
    MPI_Finalize();
    return 0;
}
