// A message is received into the source of a put.
// synchronisation: fence
// ranks: 2
// rule: MM-BUF-1
// mended: it is received into another buffer.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2}, other[2] = {0};
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);                                         // race: first
        MPI_Recv(WRONG(data) RIGHT(other), 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // race: second
    } else if (rank == 1) {
        MPI_Send(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Win_fence(0, win);
    use(other[0]);
    return end_with_window();
}
