// The list of an indexed type names an element that another put has, too.
// synchronisation: lock_all
// ranks: 3
// rule: MM-PAIR-1
// mended: it names its neighbours only.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[5] = {1, 2, 3, 4, 5};
    int lengths[3] = {2, 1, 2}, places[3] = {0, WRONG(5) RIGHT(6), 9};
    MPI_Datatype type;
    MPI_Type_indexed(3, lengths, places, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Put(data, 5, MPI_INT, 0, 0, 1, type, win);     // race: first
    if (rank == 2) MPI_Put(data, 4, MPI_INT, 0, 2, 4, MPI_INT, win);  // race: second
    MPI_Win_unlock_all(win);
    MPI_Type_free(&type);
    return end_with_window();
}
