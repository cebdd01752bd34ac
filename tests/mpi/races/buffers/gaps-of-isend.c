// The buffer of a send has gaps.
// synchronisation: requests
// ranks: 2
// rule: MM-BUF-1
// mended: only the gaps are stored to.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[8] = {1, 0, 2, 0, 3, 0, 4, 0};
    MPI_Datatype type;
    MPI_Type_vector(4, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        MPI_Request request;
        MPI_Isend(data, 1, type, 1, 0, MPI_COMM_WORLD, &request);  // race: first
        data[WRONG(4) RIGHT(5)] = 7;                               // race: second
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(data, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&type);
    return end_with_window();
}
