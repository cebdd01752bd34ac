// One thread is in a collective call while the others lock windows; R-forms and messages mixed.
// compile: -fopenmp
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <omp.h>

void test(int rank, int size) {
    int counter = 0, sum = 0, late = rank == 0;
    MPI_Win win = window_over(&counter, sizeof(counter), sizeof(int));
#pragma omp parallel num_threads(3)
    {
        const int one = 1;
        int was = -1;
        MPI_Request request;
        if (omp_get_thread_num() == 0) {
            if (late) {
                MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            }
            MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        }
        if (omp_get_thread_num() == 1) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
            MPI_Rget_accumulate(&one, 1, MPI_INT, &was, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            EXPECT(was >= 0 && was < size);
            MPI_Win_unlock(0, win);
            if (rank == size - 1) MPI_Send(NULL, 0, MPI_INT, 0, 5, MPI_COMM_WORLD);
        }
    }
    EXPECT(sum == size);
    MPI_Win_free(&win);
    EXPECT(rank != 0 || counter == size);
}
