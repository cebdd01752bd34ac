// A line with ghost cells: neighbours put into them, and the owner reads the last one too early.
// synchronisation: fence
// ranks: 4
// rule: MM-PAIR-2
// mended: the inner cells are computed first, the outer ones behind the fence.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    static int next[cells];
    const int left = (rank + size - 1) % size, right = (rank + 1) % size;
    for (int step = 0; step < 2; ++step) {
        MPI_Win_fence(0, win);
        MPI_Put(window + 1, 1, MPI_INT, left, cells - 1, 1, MPI_INT, win);  // race: first
        for (int i = 2; i < cells - WRONG(1) RIGHT(2); ++i) {
            next[i] = window[i - 1] + window[i + 1];  // race: second
        }
        MPI_Put(window + cells - 2, 1, MPI_INT, right, 0, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
        use(next[1] = window[0] + window[2]);
        use(next[cells - 2] = window[cells - 3] + window[cells - 1]);
        keep(next);
    }
    return end_with_window();
}
