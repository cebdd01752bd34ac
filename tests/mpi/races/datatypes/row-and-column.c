// A column that is put, and the row that the owner reads.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: the column begins below the row.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int column[4] = {1, 2, 3, 4};
    MPI_Datatype type;
    MPI_Type_vector(WRONG(4) RIGHT(3), 1, 4, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(column, WRONG(4) RIGHT(3), MPI_INT, 0, WRONG(2) RIGHT(6), 1, type, win);  // race: first
    if (rank == 0) {
        int sum = 0;
        for (int i = 0; i < 4; ++i) sum += window[i];  // race: second
        use(sum);
    }
    MPI_Win_fence(0, win);
    MPI_Type_free(&type);
    return end_with_window();
}
