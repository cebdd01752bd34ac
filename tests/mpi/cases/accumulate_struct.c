#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
    int r, b[16] = {0}, x[5] = {1, 2, 3, 4, 5}, length = 5;
    MPI_Win w;
    MPI_Datatype s, i = MPI_INT;
    MPI_Aint at = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &r);
    MPI_Win_create(b, sizeof b, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Type_create_struct(1, &length, &at, &i, &s);
    MPI_Type_commit(&s);
    MPI_Win_fence(0, w);
    MPI_Accumulate(x, 5, MPI_INT, 0, 0, 1, s, MPI_SUM, w);
    MPI_Win_fence(0, w);
    if (!r) printf("%d %d\n", b[0], b[4]);
    MPI_Type_free(&s);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
