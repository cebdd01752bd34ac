// MPI_Win_test ends the exposure only if it says so.
// synchronisation: PSCW
// ranks: 2
// rule: MM-PAIR-2
// mended: it is called until it does.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        WRONG(hear(0);)
        MPI_Win_start(other, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_complete(win);
    } else {
        int over = 0;
        MPI_Win_post(other, 0, win);
        WRONG(MPI_Win_test(win, &over); tell(1);)
        RIGHT(while (!over) MPI_Win_test(win, &over);)
        use(window[0]);  // race: second
        if (!over) MPI_Win_wait(win);
    }
    MPI_Group_free(&other);
    return end_with_window();
}
