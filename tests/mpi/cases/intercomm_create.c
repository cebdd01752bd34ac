/* An intercommunicator of two halves, and its merge. */
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
    int me, n;
    MPI_Comm half, inter, all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    MPI_Comm_split(MPI_COMM_WORLD, me < n / 2, me, &half);
    int err = MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, me < n / 2 ? n / 2 : 0, 7, &inter);
    printf("%d: Intercomm_create %d\n", me, err);
    MPI_Intercomm_merge(inter, me < n / 2, &all);
    MPI_Comm_rank(all, &me);
    printf("merged %d\n", me);
    MPI_Finalize();
}
