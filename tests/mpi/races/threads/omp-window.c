// Threads of the owner read its window in an epoch in which another rank puts there.
// synchronisation: fence, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-PAIR-2
// mended: behind the fence.
#include "tests/mpi/races/race.h"

#include <omp.h>

int main(void) {
    begin_with_window();
    int sum = 0;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 0) {
#pragma omp parallel for num_threads(2) reduction(+ : sum)
        for (int i = 0; i < 8; ++i) {
            sum += window[i];  // race: second
        }
    }
    MPI_Win_fence(0, win);
    use(sum);
    return end_with_window();
}
