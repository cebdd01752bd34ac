// Two ranks put rectangles into one matrix.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: the rectangles touch at their corners.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    const int sizes[2] = {4, 4}, part[2] = {2, 2};
    const int corner[2] = {rank == 1 ? 0 : WRONG(1) RIGHT(2), rank == 1 ? 0 : WRONG(1) RIGHT(2)};
    int data[4] = {1, 2, 3, 4};
    MPI_Datatype type;
    MPI_Type_create_subarray(2, sizes, part, corner, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_fence(0, win);
    if (rank > 0) MPI_Put(data, 4, MPI_INT, 0, 0, 1, type, win);  // race: both
    MPI_Win_fence(0, win);
    MPI_Type_free(&type);
    return end_with_window();
}
