// What MPI_Isend sends is changed before its request is complete.
// synchronisation: request of a message
// ranks: 2
// rule: MM-BUF-1
// scenario: buffers/isend
// mended: MPI_Wait comes before.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    if (rank == 0) {
        MPI_Request request;
        MPI_Isend(data, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race: first
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        data[0] = 9;  // race: second
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    }
    if (rank == 1) MPI_Recv(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    keep(data);
    return end_with_window();
}
