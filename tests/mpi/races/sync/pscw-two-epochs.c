// The puts of an epoch are compared with those of the next one.
// synchronisation: PSCW
// ranks: 2
// rule: MM-PAIR-1
// mended: MPI_Win_complete and another MPI_Win_start are between them, and MPI_Win_wait at the target.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&data[0], 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_complete(win); MPI_Win_start(other, 0, win);)
        MPI_Put(&data[1], 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_complete(win);
    } else {
        for (int i = 0; i < WRONG(1) RIGHT(2); ++i) {
            MPI_Win_post(other, 0, win);
            MPI_Win_wait(win);
        }
    }
    MPI_Group_free(&other);
    return end_with_window();
}
