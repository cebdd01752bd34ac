// The result of a get is read before the fence that completes it.
// synchronisation: fence
// ranks: 2
// rule: MM-BUF-1
// scenario: buffers/result-read
// mended: it is read behind the fence.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[4] = {0};
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Get(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // race: first
        WRONG(use(data[3]);)                               // race: second
    }
    MPI_Win_fence(0, win);
    use(data[3]);
    return end_with_window();
}
