// Accumulates with a derived datatype agree with others if its basic type is the same.
// synchronisation: fence
// ranks: 3
// rule: MM-ACC-1
// mended: it is.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int values[4] = {1, 2, 3, 4};
    float others[4] = {1, 2, 3, 4};
    MPI_Datatype column;
    MPI_Type_vector(4, 1, 2, WRONG(MPI_FLOAT) RIGHT(MPI_INT), &column);
    MPI_Type_commit(&column);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(values, 4, MPI_INT, 0, 0, 4, MPI_INT, MPI_SUM, win);  // race: first
    if (rank == 2) {
        WRONG(MPI_Accumulate(others, 4, MPI_FLOAT, 0, 0, 1, column, MPI_SUM, win);)  // race: second
        RIGHT(MPI_Accumulate(values, 4, MPI_INT, 0, 0, 1, column, MPI_SUM, win);)
    }
    MPI_Win_fence(0, win);
    MPI_Type_free(&column);
    use((int)others[0]);
    return end_with_window();
}
