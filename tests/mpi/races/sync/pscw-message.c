// MPI_Win_complete and a message after it do not prove that the puts have come (MPI 3.1, 11.5.2).
// synchronisation: PSCW
// ranks: 2
// rule: MM-PAIR-2
// scenario: pscw/message-is-no-wait
// mended: MPI_Win_wait does.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_complete(win);
        tell(0);
    } else {
        MPI_Win_post(other, 0, win);
        hear(1);
        RIGHT(MPI_Win_wait(win);)
        use(window[0]);  // race: second
        WRONG(MPI_Win_wait(win);)
    }
    MPI_Group_free(&other);
    return end_with_window();
}
