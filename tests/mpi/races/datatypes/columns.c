// Two ranks put columns of one matrix.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// scenario: vectors/columns-meet
// right scenario: vectors/columns
// mended: neighbouring columns, interleaved in memory.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int column[4] = {rank, rank, rank, rank};
    MPI_Datatype type;
    MPI_Type_vector(4, 1, 4, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(column, 4, MPI_INT, 0, 1, 1, type, win);                  // race: first
    if (rank == 2) MPI_Put(column, 4, MPI_INT, 0, WRONG(1) RIGHT(2), 1, type, win);  // race: second
    MPI_Win_fence(0, win);
    MPI_Type_free(&type);
    return end_with_window();
}
