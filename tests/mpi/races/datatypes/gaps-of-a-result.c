// Two gets fill one array, the one its even and the other its odd elements.
// synchronisation: shared lock
// ranks: 2
// rule: MM-BUF-1
// mended: the second begins at the first odd one.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[9] = {0};
    MPI_Datatype type;
    MPI_Type_vector(4, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(data, 1, type, 1, 0, 4, MPI_INT, win);                      // race: first
        MPI_Get(data + WRONG(2) RIGHT(1), 1, type, 1, 4, 4, MPI_INT, win);  // race: second
        MPI_Win_unlock(1, win);
    }
    MPI_Type_free(&type);
    return end_with_window();
}
