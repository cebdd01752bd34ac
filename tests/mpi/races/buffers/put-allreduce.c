// A reduction in place changes the source of a put.
// synchronisation: PSCW
// ranks: 2
// rule: MM-BUF-1
// mended: the result has a buffer of its own.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2}, sum[2] = {0};
    MPI_Group other = group_of(1 - rank);
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    } else {
        MPI_Win_post(other, 0, win);
    }
    WRONG(MPI_Allreduce(MPI_IN_PLACE, data, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);)  // race: second
    RIGHT(MPI_Allreduce(data, sum, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);)
    if (rank == 0) MPI_Win_complete(win);
    else MPI_Win_wait(win);
    MPI_Group_free(&other);
    use(sum[0]);
    return end_with_window();
}
