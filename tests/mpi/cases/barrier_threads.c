#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
/* Nobody may leave a barrier before the last has entered (MPI 4.0, 6.3). Rank 1 is 50 us late.
   argument 0: MPI_Init; 1: MPI_Init_thread with MPI_THREAD_MULTIPLE; 2: MPI_Init, then MPI_Ibarrier and MPI_Wait;
   3: as 1, and what rank 1 puts before its barrier is read by rank 2 after it. */
int main(int argc, char** argv) {
    const int how = argc > 1 ? atoi(argv[1]) : 1;
    int me, n, got, cell = -1;
    double in, out, last, first;
    MPI_Win w;
    MPI_Request q;
    if (how == 1 || how == 3) MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &got);
    else MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    MPI_Win_create(&cell, sizeof(cell), sizeof(cell), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    if (me == 1) {
        int v = 7;
        const double t = MPI_Wtime();
        while (MPI_Wtime() - t < 50e-6) {
        }
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, w);
        MPI_Put(&v, 1, MPI_INT, 2, 0, 1, MPI_INT, w);
        MPI_Win_unlock(2, w);
    }
    in = MPI_Wtime();
    if (how == 2) {
        MPI_Ibarrier(MPI_COMM_WORLD, &q);
        MPI_Wait(&q, MPI_STATUS_IGNORE);
    } else MPI_Barrier(MPI_COMM_WORLD);
    out = MPI_Wtime();
    if (me == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, w);
        printf("rank 2 reads %d: %s\n", cell, cell == 7 ? "right" : "WRONG, 7 was put before the barrier");
        MPI_Win_unlock(2, w);
    }
    MPI_Allreduce(&in, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(&out, &first, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    if (me == 0)
        printf("last in at %.2f us, first out at %.2f us: %s\n", last * 1e6, first * 1e6,
               first >= last ? "right" : "WRONG");
    MPI_Win_free(&w);
    MPI_Finalize();
}
