// Of two receives only one is waited for.
// synchronisation: requests
// ranks: 2
// rule: MM-BUF-1
// mended: both are.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {0};
    if (rank == 0) {
        MPI_Request requests[2];
        for (int i = 0; i < 2; ++i) {
            MPI_Irecv(data + i, 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);  // race: first
        }
        MPI_Waitall(WRONG(1) RIGHT(2), requests, MPI_STATUSES_IGNORE);
        use(data[1]);  // race: second
        tell(1);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        RIGHT(MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);)
        hear(0);
        WRONG(MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);)
    }
    return end_with_window();
}
