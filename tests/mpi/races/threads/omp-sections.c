// One section gets into a buffer that another one sends.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: each has its buffer.
#include "tests/mpi/races/race.h"

#include <omp.h>

int main(void) {
    begin_with_window();
    int data[2] = {1, 2}, other[2] = {3, 4};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel sections num_threads(2)
        {
#pragma omp section
            {
                MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
                MPI_Win_flush(1, win);
            }
#pragma omp section
            {
                MPI_Send(WRONG(data) RIGHT(other), 2, MPI_INT, 1, 0, MPI_COMM_WORLD);  // race: second
            }
        }
    } else {
        MPI_Recv(other, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
