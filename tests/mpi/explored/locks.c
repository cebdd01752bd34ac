/* Two ranks acquire the locks of both windows in opposite orders, which hangs in some orders of packets. */
#include <mpi.h>

static int counter;

static void both(MPI_Win win, int first, int second) {
    const int one = 1;
    int old;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, first, 0, win);
    MPI_Fetch_and_op(&one, &old, MPI_INT, first, 0, MPI_SUM, win);
    MPI_Win_flush(first, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, second, 0, win);
    MPI_Fetch_and_op(&one, &old, MPI_INT, second, 0, MPI_SUM, win);
    MPI_Win_flush(second, win);
    MPI_Win_unlock(second, win);
    MPI_Win_unlock(first, win);
}

int main(int argc, char** argv) {
    int rank;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&counter, sizeof counter, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    both(win, rank, 1 - rank);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
