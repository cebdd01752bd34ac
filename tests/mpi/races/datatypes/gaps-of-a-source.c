// The source of a put has gaps.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: only the gaps are stored to.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[8] = {1, 0, 2, 0, 3, 0, 4, 0};
    MPI_Datatype type;
    MPI_Type_vector(4, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(data, 1, type, 1, 0, 4, MPI_INT, win);  // race: first
        data[WRONG(4) RIGHT(5)] = 7;                    // race: second
    }
    MPI_Win_unlock_all(win);
    MPI_Type_free(&type);
    return end_with_window();
}
