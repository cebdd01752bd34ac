// The result of MPI_Irecv is read before its request is complete.
// synchronisation: request of a message
// ranks: 2
// rule: MM-BUF-1
// scenario: buffers/irecv
// mended: MPI_Wait comes before.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    if (rank == 0) MPI_Send(data, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Request request;
        MPI_Irecv(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);  // race: first
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        use(data[1]);  // race: second
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    }
    return end_with_window();
}
