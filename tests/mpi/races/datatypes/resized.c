// Elements of a resized type lie further apart than they are long.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: another rank's lie between them.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[4] = {1, 2, 3, 4};
    MPI_Datatype wide;
    MPI_Type_create_resized(MPI_INT, 0, 3 * sizeof(int), &wide);
    MPI_Type_commit(&wide);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(data, 4, MPI_INT, 0, 0, 4, wide, win);                     // race: first
    if (rank == 2) MPI_Put(data, 2, MPI_INT, 0, WRONG(2) RIGHT(1), 2, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    MPI_Type_free(&wide);
    return end_with_window();
}
