// A datatype may be freed while operations with it are under way; they go on.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: the gap is stored to.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[4] = {1, 2, 3, 4};
    MPI_Datatype type;
    MPI_Type_vector(2, 1, 3, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_lock_all(0, win);
    if (rank == 0) MPI_Put(data, 1, type, 1, 0, 2, MPI_INT, win);  // race: first
    MPI_Type_free(&type);
    if (rank == 0) data[WRONG(3) RIGHT(2)] = 0;  // race: second
    MPI_Win_unlock_all(win);
    return end_with_window();
}
