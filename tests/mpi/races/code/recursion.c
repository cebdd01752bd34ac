// Each level of a recursion puts its own variable; the deepest changes that of another.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: it changes its own.
#include "tests/mpi/races/race.h"

static __attribute__((noinline)) void descend(int depth, int* above) {
    int mine = depth;
    if (depth < 3) {
        MPI_Put(&mine, 1, MPI_INT, 1, depth, 1, MPI_INT, win);  // race: first
        descend(depth + 1, &mine);
    } else {
        *WRONG(above) RIGHT((use(*above), &mine)) = 9;  // race: second
    }
    MPI_Win_flush_local(1, win);
}

int main(void) {
    begin_with_window();
    int top = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 0) descend(0, &top);
    MPI_Win_unlock_all(win);
    return end_with_window();
}
