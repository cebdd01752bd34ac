#include <mpi.h>
// MPI 4.0, 12.3.4: MPI_Compare_and_swap(const void* origin_addr, const void* compare_addr, ...). SMPI's header lacks
// the second const.
int main(int argc, char** argv) {
    const int a = 1, b = 0;
    int was, cell = 0, me;
    MPI_Win w;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Win_create(&cell, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, me, 0, w);
    MPI_Compare_and_swap(&a, &b, &was, MPI_INT, me, 0, w);
    MPI_Win_unlock(me, w);
    MPI_Win_free(&w);
    MPI_Finalize();
}
