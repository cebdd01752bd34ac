// A put to the last byte of what is loaded.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: it is to the next byte.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    const char letter = 'a';
    const MPI_Aint at = WRONG(7) RIGHT(8);
    MPI_Datatype one;
    MPI_Type_create_hindexed(1, &(int){1}, &at, MPI_CHAR, &one);
    MPI_Type_commit(&one);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&letter, 1, MPI_CHAR, 0, 0, 1, one, win);  // race: first
    if (rank == 0) use(window[1]);                                    // race: second
    MPI_Win_fence(0, win);
    MPI_Type_free(&one);
    return end_with_window();
}
