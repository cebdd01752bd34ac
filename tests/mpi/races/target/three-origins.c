// Two of three ranks put to the same place, the third elsewhere.
// synchronisation: PSCW
// ranks: 4
// rule: MM-PAIR-1
// scenario: pscw/put-put
// mended: the owner lets them in one after the other: a post for each.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    const int places[4] = {0, 1, 2, 2};
    if (rank == 0) {
        const int everybody[3] = {1, 2, 3};
        MPI_Group all, others, last;
        MPI_Comm_group(MPI_COMM_WORLD, &all);
        MPI_Group_incl(all, WRONG(3) RIGHT(2), everybody, &others);
        MPI_Group_incl(all, 1, &everybody[2], &last);
        MPI_Win_post(others, 0, win);
        MPI_Win_wait(win);
        RIGHT(MPI_Win_post(last, 0, win); MPI_Win_wait(win);)
        MPI_Group_free(&all);
        MPI_Group_free(&others);
        MPI_Group_free(&last);
    } else {
        MPI_Group owner = group_of(0);
        MPI_Win_start(owner, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, places[rank], 1, MPI_INT, win);  // race: both
        MPI_Win_complete(win);
        MPI_Group_free(&owner);
    }
    return end_with_window();
}
